import { cleanup, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { User } from '#contract/user.ts'
import { rememberUser } from '../../lib/session.ts'
import { answerCalls, granted } from '../../testing/answer-calls.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleUser } from '../../testing/sample-user.ts'
import { screen, within } from '../../testing/screen.ts'
import { Invites } from './user-cells.tsx'
import { UsersPage } from './users-page.tsx'

beforeEach(() => rememberUser(sampleUser({ id: 1, username: 'root', role: 100 })))

const open = async (rows: User[], path = '/user') => {
  const calls = answerCalls({
    'GET /api/user/': () => ({ body: granted({ items: rows, page: 1, page_size: 10, total: 25 }) }),
    'GET /api/group/': () => ({ body: granted(['default', 'vip']) }),
  })
  const page = await renderPage(<UsersPage />, { path, areas: ['users'] })
  await screen.findByText('Anna')
  return { ...page, calls }
}
const anna = sampleUser({
  id: 11,
  username: 'anna',
  display_name: 'Anna',
  email: 'anna@x.example',
  role: 10,
  status: 2,
})

describe('The list of users', () => {
  it('tells who each is, what is left and used, and rank and status', async () => {
    await open([{ ...anna, used_quota: 250_000, request_count: 42 }])
    const row = within(screen.getAllByRole('row')[1] ?? document.body)
    for (const text of ['11', '@anna', 'anna@x.example', 'default', '$1.00', '$0.50', '42', 'Admin', 'Banned'])
      row.getByText(text)
  })

  it('names ranks and statuses that it does not know as such', async () => {
    await open([anna, sampleUser({ id: 12, username: 'odd', display_name: 'Odd', role: 7, status: 3 })])
    screen.getByText('Unknown role')
    screen.getByText('Unknown status')
  })

  it('is narrowed by a group that exists, and shows ten of a page', async () => {
    const { user, calls } = await open([anna])
    expect(calls.find(({ path }) => path === '/api/user/')?.query).toMatchObject({ page_size: '10' })
    await user.click(screen.getByRole('combobox', { name: 'Group' }))
    await user.click(await screen.findByRole('option', { name: 'vip' }))
    await waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ group: 'vip' }))
    await user.click(screen.getByRole('combobox', { name: 'Rows per page' }))
    const sizes = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
    expect(sizes).toEqual(['10', '20', '50', '100'])
  })

  it('is narrowed by role and by status, by the controls and by what a cell holds', async () => {
    const { user, calls } = await open([anna])
    await user.click(screen.getByRole('combobox', { name: 'Status' }))
    await user.click(await screen.findByRole('option', { name: 'Deleted' }))
    await waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ status: 'deleted' }))
    await user.click(screen.getByRole('button', { name: 'Only Role: Admin', hidden: true }))
    await waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ status: 'deleted', role: '10' }))
    await user.click(screen.getByRole('button', { name: 'Only Status: Banned', hidden: true }))
    await waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ status: 'banned', role: '10' }))
    expect(screen.queryByRole('button', { name: 'Only Status: Banned', hidden: true })).toBeNull()
  })

  it('tells whom a user invited, and who invited him', async () => {
    const user = { ...sampleUser({ aff_count: 2, aff_history_quota: 1_000_000, inviter_id: 5 }), inviter_name: 'eve' }
    const { container } = await renderPage(<Invites user={user} />, { areas: ['users', 'lists'] })
    expect(container.textContent).toBe('Invited 2, earned $2.00Invited by eve')
    expect(screen.getByRole('link', { name: 'Invited by eve' }).getAttribute('href')).toBe('/user/5')
    cleanup()
    const orphan = await renderPage(<Invites user={{ ...user, inviter_name: '' }} />, { areas: ['users', 'lists'] })
    expect(orphan.container.textContent).toBe('Invited 2, earned $2.00Invited by User 5 (deleted)')
    expect(screen.queryByRole('link')).toBeNull()
  })
})
