import { waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { User } from '#contract/user.ts'
import { rememberUser } from '../../lib/session.ts'
import { answerCalls, granted } from '../../testing/answer-calls.ts'
import { inEachLanguage } from '../../testing/languages.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleUser } from '../../testing/sample-user.ts'
import { screen, within } from '../../testing/screen.ts'
import { UsersPage } from './users-page.tsx'

const named = (id: number, username: string, changes: Partial<User> = {}) =>
  sampleUser({ id, username, display_name: `Mx ${username}`, ...changes })

/** The list as an administrator sees it, in front of a server that refuses him his equals. */
const open = async (first: User[]) => {
  rememberUser(sampleUser({ id: 5, username: 'keeper', role: 10 }))
  let rows = first
  const refusedIn = (ids: number[]) =>
    rows
      .filter(({ id, role }) => ids.includes(id) && role >= 10)
      .map(({ id }) => ({ id, code: 'user_out_of_reach', message: 'You cannot manage this user' }))
  const give = (ids: number[], changes: Partial<User>) => {
    const refused = refusedIn(ids)
    const done = ids.filter((id) => !refused.some((failure) => failure.id === id))
    rows = rows.map((row) => (done.includes(row.id) ? { ...row, ...changes } : row))
    return { body: granted(refused) }
  }
  const calls = answerCalls({
    'GET /api/user/': () => ({ body: granted({ items: rows, page: 1, page_size: 10, total: rows.length }) }),
    'GET /api/group/': () => ({ body: granted(['default', 'vip']) }),
    'POST /api/user/batch': ({ body }) => {
      const { ids, action } = Object(body)
      return give(ids, action === 'delete' ? { DeletedAt: 5 } : { status: action === 'disable' ? 2 : 1 })
    },
    'PUT /api/user/batch': ({ body }) => {
      const { ids, group } = Object(body)
      return give(ids, { group })
    },
  })
  const page = await renderPage(<UsersPage />, { areas: ['users'] })
  await screen.findByText(`Mx ${first[0]?.username}`)
  const select = async (...names: string[]) => {
    for (const name of names) await page.user.click(screen.getByRole('checkbox', { name: `Select row ${name}` }))
  }
  const choose = async (action: string) => {
    const bar = document.querySelector<HTMLElement>('[data-bulk-bar]') ?? document.body
    await page.user.click(within(bar).getByRole('button', { name: action }))
  }
  const sent = () => calls.filter(({ path }) => path === '/api/user/batch').map(({ body }) => body)
  return { ...page, select, choose, sent }
}

const people = () => [named(11, 'anna'), named(12, 'boris'), named(13, 'chief', { role: 10 }), named(14, 'dora')]

describe('Many users', () => {
  inEachLanguage('are banned by one call with its reason, and let in again by Undo', async () => {
    const { user, select, choose, sent } = await open(people())
    await select('anna', 'boris')
    await choose('Ban')
    const dialog = await screen.findByRole('alertdialog', { name: 'Ban 2 users?' })
    await user.type(within(dialog).getByRole('textbox', { name: /^Reason/ }), 'resold keys')
    await user.click(within(dialog).getByRole('switch', { name: 'Tell the user, with the reason' }))
    await user.click(within(dialog).getByRole('button', { name: 'Ban' }))
    await screen.findByText('2 users banned')
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('2 users unbanned')
    expect(sent()).toEqual([
      { ids: [11, 12], action: 'disable', reason: 'resold keys', tell: true },
      { ids: [11, 12], action: 'enable', tell: true },
    ])
  })

  it('are told apart: who is out of reach is counted before, and named with the reason afterwards', async () => {
    const { user, select, choose, sent } = await open(people())
    await select('anna', 'chief', 'dora')
    await choose('Ban')
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog.textContent).toContain('1 of them is not yours to change and stays as it is.')
    await user.click(within(dialog).getByRole('button', { name: 'Ban' }))
    await screen.findByText('2 users banned')
    const refusal = await screen.findByText(/could not be done/)
    expect(refusal.textContent).toContain('1 of 3 could not be done')
    expect(refusal.textContent).toContain('chief: You cannot manage this user')
    // Undo is for those alone who were banned.
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('2 users unbanned')
    expect(sent().at(-1)).toMatchObject({ ids: [11, 14], action: 'enable' })
  })

  it('that are in the state already are left out', async () => {
    const { user, select, choose, sent } = await open([named(11, 'anna', { status: 2 }), ...people().slice(1)])
    await select('anna', 'boris', 'dora')
    await choose('Ban')
    const dialog = await screen.findByRole('alertdialog', { name: 'Ban 2 users?' })
    await user.click(within(dialog).getByRole('button', { name: 'Ban' }))
    await waitFor(() => expect(sent()).toEqual([{ ids: [12, 14], action: 'disable' }]))
  })

  inEachLanguage('are deleted only when their number is typed', async () => {
    const { user, select, choose, sent } = await open(people())
    await select('anna', 'boris')
    await choose('Delete account')
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete 2 accounts?' })
    const button = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Delete account' })
    expect(button.disabled).toBe(true)
    await user.type(within(dialog).getByRole('textbox', { name: 'Type “2” to confirm' }), '2')
    await user.click(button)
    await screen.findByText('2 accounts deleted')
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    expect(sent()).toEqual([{ ids: [11, 12], action: 'delete' }])
  })

  inEachLanguage('are put into a group, once it is seen what that changes', async () => {
    const { user, select, choose, sent } = await open([named(11, 'anna', { group: 'vip' }), ...people().slice(1)])
    await select('anna', 'boris', 'chief')
    await choose('Change group')
    const dialog = await screen.findByRole('dialog', { name: 'Change the group of 3 users' })
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await within(dialog).findByText('Choose a group')
    expect(sent()).toEqual([])
    await user.click(within(dialog).getByRole('combobox', { name: /^Group/ }))
    await user.click(await screen.findByRole('option', { name: 'vip' }))
    await within(dialog).findByText('1 of 3 users will change')
    within(dialog).getByText('1 of 3 is in it already')
    within(dialog).getByText('1 of them is not yours to change and stays as it is.')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await screen.findByText('2 users are in the group “vip” now')
    expect(sent()).toEqual([{ ids: [11, 12, 13], group: 'vip' }])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.querySelector('[data-bulk-bar]')).toBeNull()
  })
})
