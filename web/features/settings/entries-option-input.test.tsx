import { waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { rememberUser } from '../../lib/session.ts'
import { sampleUser } from '../../testing/sample-user.ts'
import { screen, within } from '../../testing/screen.ts'
import { openSettings, press } from '../../testing/settings-page.tsx'

beforeEach(() => rememberUser(sampleUser({ role: 100 })))

/** In the table of an option, or in the one there is. */
const field = async (name: string, option = 'Group ratios') =>
  within(await screen.findByRole('group', { name: option })).getByRole<HTMLInputElement>('textbox', { name })

describe('An option of names and values', () => {
  it('is typed into a table: values, a name, a new entry and the order, and the rest stays to the letter', async () => {
    const page = await openSettings('/group', {
      GroupRatio: '{"default": 1.0, "vip":0.80,\n "svip": 1}',
    })
    const ratio = await field('Ratio of vip')
    expect(ratio.value).toBe('0.80')
    await page.user.clear(ratio)
    await page.user.type(ratio, '0.5')
    await page.user.type(await field('Group of svip'), '-two')
    await page.user.tab()
    expect(document.activeElement).toBe(await field('Ratio of svip-two'))
    await page.user.type(await field('New: Group'), 'new')
    await page.user.tab()
    await page.user.keyboard('2{Enter}')
    expect(document.activeElement).toBe(await field('New: Group'))
    await press(page, 'Move new up')
    await press(page, 'Save Groups')
    await waitFor(() =>
      expect(page.sent()).toEqual([
        { key: 'GroupRatio', value: '{\n  "default": 1.0,\n  "vip": 0.5,\n  "new": 2,\n  "svip-two": 1\n}' },
      ]),
    )
  })

  it('takes no name twice and none that is empty, and says so', async () => {
    const page = await openSettings('/group', { GroupRatio: '{"default":1,"vip":1}' })
    await page.user.type(await field('New: Group'), 'vip{Enter}')
    await screen.findByText('vip is already in the table')
    await page.user.clear(await field('New: Group'))
    const table = within(screen.getByRole('group', { name: 'Group ratios' }))
    await page.user.click(table.getByRole('button', { name: 'Add' }))
    await screen.findByText('Enter a value for “Group”')
    const added = await field('New: Group')
    expect(added.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(added)
    const { id } = screen.getByText('Enter a value for “Group”')
    expect(added.getAttribute('aria-describedby')?.split(' ')).toContain(id)
    const name = await field('Group of vip')
    await page.user.clear(name)
    await page.user.type(name, 'default{Enter}')
    await screen.findByText('default is already in the table')
    expect(name.value).toBe('vip')
    expect(page.sent()).toEqual([])
  })

  it('says at the table what is no number, and saves nothing', async () => {
    const page = await openSettings('/group', { GroupRatio: '{"default":1}' })
    const ratio = await field('Ratio of default')
    await page.user.type(ratio, 'x')
    await press(page, 'Save Groups')
    expect(ratio.getAttribute('aria-invalid')).toBe('true')
    await screen.findByText(/^default: /)
    expect(page.sent()).toEqual([])
  })

  it('moves with the keyboard as often as the key is pressed', async () => {
    const page = await openSettings('/group', { GroupRatio: '{"one":1,"two":2,"three":3}' })
    const down = await screen.findByRole('button', { name: 'Move one down' })
    down.focus()
    await page.user.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Move one down'))
    await page.user.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Move one up'))
    await press(page, 'Save Groups')
    await waitFor(() => expect(page.sent()).toMatchObject([{ value: '{\n  "two": 2,\n  "three": 3,\n  "one": 1\n}' }]))
  })

  it('nested in names is a table too, and keeps what it cannot show', async () => {
    const page = await openSettings('/setting?keyword=Request headers', {
      'claude.model_headers_settings': '{"a": {"x-one": "1", "x-many": ["1", "2"]}, "b": {}}',
    })
    const value = await field('Value of a › x-one', 'Request headers')
    await screen.findByText('2 more entries can only be seen as JSON. They stay as they are.')
    await page.user.clear(value)
    await page.user.type(value, '2')
    await press(page, 'Save Claude')
    await waitFor(() => expect(page.sent()).toHaveLength(1))
    expect(JSON.parse(page.sent().flatMap((sent) => Object.entries(sent ?? {}))[1]?.[1] ?? '')).toEqual({
      a: { 'x-one': '2', 'x-many': ['1', '2'] },
      b: {},
    })
  })

  it('stands as JSON behind a switch, both ways, and as JSON alone where it is no table', async () => {
    const page = await openSettings('/setting?keyword=Chat links', { Chats: '[{"First": "https://first.example/"}]' })
    await field('Link of First', 'Chat links')
    await press(page, 'Edit as JSON: Chat links')
    const text = screen.getByRole('textbox', { name: 'Chat links' })
    await page.user.clear(text)
    await page.user.click(text)
    await page.user.paste('[{"Second": "https://second.example/"}]')
    await press(page, 'Edit as a table: Chat links')
    expect((await field('Link of Second', 'Chat links')).value).toBe('https://second.example/')
    await press(page, 'Edit as JSON: Chat links')
    await page.user.clear(screen.getByRole('textbox', { name: 'Chat links' }))
    await page.user.type(screen.getByRole('textbox', { name: 'Chat links' }), '3')
    await screen.findByText('This can only be edited as JSON.')
    expect(screen.queryByRole('button', { name: 'Edit as a table: Chat links' })).toBeNull()
    await page.user.clear(screen.getByRole('textbox', { name: 'Chat links' }))
    await page.user.type(screen.getByRole('textbox', { name: 'Chat links' }), '[[]')
    await screen.findByRole('button', { name: 'Edit as a table: Chat links' })
  })
})
