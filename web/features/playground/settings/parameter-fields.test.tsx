import { expect, it, vi } from 'vitest'
import { firstModel } from '../../../lib/callable-models.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { screen } from '../../../testing/screen.ts'
import { defaultParameters } from '../conversation.ts'
import { newConversation } from '../new-conversation.ts'
import { ParameterFields } from './parameter-fields.tsx'

it('The temperature goes from 0.1 to 1 by tenths, and the longest answer is a whole number that begins at 0', async () => {
  const onChange = vi.fn()
  const { user } = await renderPage(
    <ParameterFields value={defaultParameters} model="river" refused={new Set()} onChange={onChange} />,
    {
      areas: ['playground'],
    },
  )
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

it('Every parameter that the model does not take is disabled, says why, and shows nothing of what was chosen', async () => {
  const names = [
    'temperature',
    'maxTokens',
    'topP',
    'frequencyPenalty',
    'presencePenalty',
    'effort',
    'seed',
    'stop',
  ] as const
  const value = { ...defaultParameters, temperature: 0.3, maxTokens: 512, stop: 'END' }
  const { user } = await renderPage(
    <ParameterFields value={value} model="river" refused={new Set(names)} onChange={vi.fn()} />,
    { areas: ['playground'] },
  )
  await user.click(await screen.findByText('More parameters'))
  const fields = [
    ...screen.getAllByRole('slider'),
    ...screen.getAllByRole('textbox'),
    ...screen.getAllByRole('combobox'),
  ].filter((field) => !field.hidden)
  expect(fields).toHaveLength(names.length)
  for (const field of fields) {
    expect(field).toHaveProperty('disabled', true)
    const note = document.getElementById(field.getAttribute('aria-describedby') ?? '')
    expect(note?.textContent).toBe('river does not take this parameter, so it is not sent.')
  }
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Max tokens' }).value).toBe('0')
  expect(screen.getByRole('slider', { name: 'Temperature' }).getAttribute('aria-valuetext')).toBe('Model default')
})

it('What leaves the effort to the model again is called after the effort', async () => {
  const onChange = vi.fn()
  const { user } = await renderPage(
    <ParameterFields
      value={{ ...defaultParameters, effort: 'high' }}
      model="river"
      refused={new Set()}
      onChange={onChange}
    />,
    { areas: ['playground'] },
  )
  await user.click(await screen.findByText('More parameters'))
  await user.click(screen.getByRole('button', { name: 'Clear Reasoning effort' }))
  expect(onChange).toHaveBeenCalledWith({ effort: null })
})

it('A first conversation asks the usual model, with the usual system prompt', () => {
  expect(firstModel(['a', 'gpt-4o-mini', 'z'])).toBe('gpt-4o-mini')
  expect(firstModel(['a', 'z'])).toBe('a')
  expect(newConversation(4711)).toMatchObject({ system: 'You are a helpful assistant.', tools: '' })
})
