import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { answerCalls, granted } from '../../testing/answer-calls.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { AuditPage } from './audit-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('The audit page shows who did what, and what it was before and after', async () => {
  const row = {
    id: 3,
    created_at: 1_700_000_000,
    actor_id: 1,
    actor_name: 'root',
    action: 'user.change',
    target: 'user:7',
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
  await user.click(screen.getByRole('button', { name: 'Show details of User changed user:7' }))
  expect(await screen.findByText('<b>vip</b>')).toBeTruthy()
  expect(await screen.findByText('Balance')).toBeTruthy()
  for (const text of ['$1.00', '$2.00', 'Active', 'Banned']) expect(screen.getByText(text)).toBeTruthy()
  expect(screen.queryByText('500000')).toBeNull()
  expect(screen.getByRole('link', { name: 'user:7' }).getAttribute('href')).toBe('/user/7')
  await user.type(screen.getByPlaceholderText('Search by admin'), 'root')
  await waitFor(() => expect(calls.some(({ query }) => query.actor === 'root')).toBe(true))
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))

  const only = (name: string) => user.click(screen.getByRole('button', { name }))
  await only('Only Object: user:7')
  await only('Only Action: Users')
  await only('Only Admin: root')
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
  expect(screen.queryByText('redemption:12')).toBeNull()
  await user.click(screen.getByRole('button', { name: /^Show details/ }))
  await screen.findByText('redemption:12')
})
