import { expect, it, vi } from 'vitest'
import { firstModel } from '../../../lib/callable-models.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { screen } from '../../../testing/screen.ts'
import { defaultParameters } from '../conversation.ts'
import { newConversation } from '../new-conversation.ts'
import { ParameterFields } from './parameter-fields.tsx'

it('The temperature goes from 0.1 to 1 by tenths, and the longest answer is a whole number that begins at 0', async () => {
  const onChange = vi.fn()
  const { user } = await renderPage(<ParameterFields value={defaultParameters} onChange={onChange} />, {
    areas: ['playground'],
  })
  const slider = await screen.findByRole<HTMLInputElement>('slider', { name: 'Temperature' })
  expect([slider.min, slider.max, slider.step]).toEqual(['0.1', '1', '0.1'])
  const longest = screen.getByRole<HTMLInputElement>('textbox', { name: 'Max tokens' })
  expect(longest.value).toBe('0')
  await user.clear(longest)
  await user.type(longest, '12.7')
  await user.tab()
  for (const [{ maxTokens }] of onChange.mock.calls) expect(Number.isInteger(maxTokens)).toBe(true)
  expect(onChange).toHaveBeenCalled()
})

it('A first conversation asks the usual model, with the usual system prompt', () => {
  expect(firstModel(['a', 'gpt-4o-mini', 'z'])).toBe('gpt-4o-mini')
  expect(firstModel(['a', 'z'])).toBe('a')
  expect(newConversation(4711)).toMatchObject({ system: 'You are a helpful assistant.', tools: '' })
})
