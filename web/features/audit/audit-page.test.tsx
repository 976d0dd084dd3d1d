import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answerCalls, granted } from '../../testing/answer-calls.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { AuditPage } from './audit-page.tsx'

it('The audit page shows who did what, and what it was before and after', async () => {
  const row = {
    id: 3,
    created_at: 1_700_000_000,
    actor_id: 1,
    actor_name: 'root',
    action: 'user.change',
    target: 'user:7',
    target_names: { 'user:7': 'anna' },
    before: '{"group":"default","quota":500000,"status":1}',
    after: '{"group":"<b>vip</b>","quota":1000000,"status":2}',
    address: '192.0.2.7',
  }
  let total = 1
  const calls = answerCalls({
    'GET /api/audit/': () => ({ body: granted({ items: [row], page: 1, page_size: 10, total }) }),
  })
  const { user, router } = await renderPage(<AuditPage />, { areas: ['audit'] })
  await screen.findByText('User changed')
  expect(screen.getByText('192.0.2.7')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show details of User changed #7 anna' }))
  expect(await screen.findByText('<b>vip</b>')).toBeTruthy()
  expect(await screen.findByText('Balance')).toBeTruthy()
  for (const text of ['$1.00', '$2.00', 'Active', 'Banned']) expect(screen.getByText(text)).toBeTruthy()
  expect(screen.queryByText('500000')).toBeNull()
  expect(screen.getByRole('link', { name: '#7 anna' }).getAttribute('href')).toBe('/user/7')
  expect(screen.getByRole('link', { name: 'root' }).getAttribute('href')).toBe('/user/1')
  await user.type(screen.getByRole('searchbox', { name: 'Search by username' }), 'root')
  await waitFor(() => expect(calls.some(({ query }) => query.actor === 'root')).toBe(true))
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))

  const only = (name: string) => user.click(screen.getByRole('button', { name }))
  await only('Only Object: user:7')
  await only('Only Area: Users')
  await only('Only User: root')
  await waitFor(() => expect(router.state.location.search).toEqual({ target: 'user:7', area: 'user', actor: 'root' }))

  total = 3
  await user.click(screen.getByRole('button', { name: 'Live' }))
  await screen.findByRole('button', { name: '2 new rows' })
})

it('An act that concerned many names two of them in its row, and all of them below it', async () => {
  const target = Array.from({ length: 12 }, (_, index) => `redemption:${index + 1}`).join(' ')
  const row = {
    ...{ id: 4, created_at: 1_700_000_000, actor_id: 1, actor_name: 'root', address: '192.0.2.7' },
    ...{ action: 'redemption.create', target, before: '', after: '{"name":"spring"}' },
  }
  answerCalls({ 'GET /api/audit/': () => ({ body: granted({ items: [row], page: 1, page_size: 10, total: 1 }) }) })
  const { user } = await renderPage(<AuditPage />, { areas: ['audit'] })
  await screen.findByText('+10')
  expect(screen.queryByText('Redemption code #12')).toBeNull()
  await user.click(screen.getByRole('button', { name: /^Show details/ }))
  await screen.findByText('Redemption code #12')
})

const actOf = (id: number, action: string, target: string, before: unknown, after: unknown) => ({
  ...{ id, created_at: 1_700_000_000, actor_id: 1, actor_name: 'root', address: '192.0.2.7', action, target },
  ...{ before: before === undefined ? '' : JSON.stringify(before), after: JSON.stringify(after) },
})

const told: [ReturnType<typeof actOf>, string | RegExp, string[]][] = [
  [
    actOf(5, 'option.change', 'QuotaForNewUser', { value: '0' }, { value: '1000000' }),
    'New user quota',
    ['Value', '$0.00', '$2.00'],
  ],
  [
    actOf(6, 'option.change', 'CheckInEnabled', { value: 'false' }, { value: 'true' }),
    'Daily check-in',
    ['Value', 'No', 'Yes'],
  ],
  [
    actOf(7, 'signin.fail', 'unknown', undefined, { path: '/api/user/login', reason: 'credentials_wrong', again: 3 }),
    'Unknown account',
    ['Request path', '/api/user/login', 'Reason', 'Wrong username or password', 'Repeated', '3'],
  ],
  [
    actOf(
      8,
      'channel.change_values',
      'channel:4',
      { channels: [{ ids: [4], was: { status: 1 } }] },
      { values: [{ status: 2 }] },
    ),
    'Channel #4',
    ['Channels', 'Status: Enabled', 'Values', 'Status: Disabled'],
  ],
  [actOf(9, 'channel.try_out', 'channel:4', undefined, { calls: 12 }), 'Channel #4', ['Requests', '12']],
  [
    actOf(10, 'channel.create', 'channel:4', undefined, { type: 14, name: 'first' }),
    'Channel #4',
    ['Type', 'Sample provider', 'first'],
  ],
  [
    actOf(11, 'root.rescue', 'user:1', { status: 2 }, { status: 1, password: 'changed', PasswordLoginEnabled: true }),
    'User #1',
    ['Status', 'Banned', 'Active', 'Password', 'Password login', 'Yes'],
  ],
  [
    actOf(12, 'log.delete', 'before:1700000000', undefined, { deleted: 7 }),
    /^Entries before .*2023/,
    ['How many', '7'],
  ],
  [actOf(13, 'redemption.delete', 'redemptions of batch 5', undefined, { count: 7 }), 'Codes of batch 5', ['How many']],
]

it.each(told.map(([row, target, texts]) => ({ row, target, texts })))(
  '$row.action is told in words, with names, money and states',
  async ({ row, target, texts }) => {
    const provider = { type: 14, label: 'Sample provider' }
    answerCalls({
      'GET /api/audit/': () => ({ body: granted({ items: [row], page: 1, page_size: 10, total: 1 }) }),
      'GET /api/providers': () => ({ body: granted([provider]) }),
    })
    const { user, container } = await renderPage(<AuditPage />, { areas: ['audit', 'options'] })
    await screen.findAllByText(target)
    await user.click(screen.getByRole('button', { name: /^Show details/ }))
    await waitFor(() => expect(texts.filter((text) => !container.textContent?.includes(text))).toEqual([]))
  },
)
