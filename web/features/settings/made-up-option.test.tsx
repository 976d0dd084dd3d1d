import { waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { rememberUser } from '../../lib/session.ts'
import { sampleUser } from '../../testing/sample-user.ts'
import { screen } from '../../testing/screen.ts'
import { openSettings, press } from '../../testing/settings-page.tsx'

// The entry, beside others of its section, and the words.
vi.mock('#contract/registry-options.ts', async (original) => {
  const { signinSwitches, ...others } = await original<typeof import('#contract/registry-options.ts')>()
  const { integer } = await import('#contract/option-kinds.ts')
  return { ...others, signinSwitches: { ...signinSwitches, MadeUpMinutes: integer(5, { min: 1, max: 9 }) } }
})
vi.mock('../../locales/en/options.ts', async (original) => {
  const { messages } = await original<typeof import('../../locales/en/options.ts')>()
  return { messages: { ...messages, MadeUpMinutes: 'Made up minutes', 'MadeUpMinutes.hint': 'How many of them.' } }
})

beforeEach(() => rememberUser(sampleUser({ role: 100 })))

describe('a setting that is one entry and its words', () => {
  it('is found, shown with its hint, held to its bounds and saved', async () => {
    const page = await openSettings('/setting?keyword=made%20up%20minutes')
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Made up minutes' })
    expect(field.value).toBe('5')
    screen.getByText('How many of them.')
    await page.user.clear(field)
    await page.user.type(field, '12')
    await page.user.tab()
    await waitFor(() => expect(field.value).toBe('9'))
    await page.user.clear(field)
    await page.user.type(field, '7')
    await press(page, 'Save Login and registration')
    await waitFor(() => expect(page.sent()).toEqual([{ key: 'MadeUpMinutes', value: '7' }]))
  })
})
