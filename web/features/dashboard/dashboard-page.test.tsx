import { cleanup } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { forgetUser, rememberUser } from '../../lib/session.ts'
import { answerCalls, granted, refused } from '../../testing/answer-calls.ts'
import { inEachLanguage } from '../../testing/languages.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleUser } from '../../testing/sample-user.ts'
import { screen, within } from '../../testing/screen.ts'
import { DashboardPage } from './dashboard-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  forgetUser()
})

inEachLanguage('The dashboard ends its totals with dashes where they could not be loaded', async () => {
  rememberUser(sampleUser())
  answerCalls({
    'GET /api/data/self': () => ({ body: refused('not today') }),
    'GET /api/data/self/by': () => ({ body: refused('not today') }),
    'GET /api/user/self': () => ({ body: granted(sampleUser()) }),
  })
  await renderPage(<DashboardPage />, { path: '/dashboard', areas: ['dashboard', 'lists'] })
  await vi.waitFor(() => expect(screen.getAllByText('–')).toHaveLength(4))
})

inEachLanguage('The dashboard says that the balance could not be loaded', async () => {
  rememberUser(sampleUser())
  answerCalls({
    'GET /api/data/self': () => ({
      body: granted([], { frame: { start: 0, end: 1, step: 'day', zone: 'UTC' }, failed: 0 }),
    }),
    'GET /api/data/self/by': () => ({ body: refused('not today') }),
    'GET /api/user/self': () => ({ body: refused('not today') }),
  })
  const { user } = await renderPage(<DashboardPage />, { path: '/dashboard', areas: ['dashboard', 'lists'] })
  const header = within(screen.getAllByRole('banner')[0] ?? document.body)
  const retry = await header.findByRole('button', { name: 'Try again' })
  answerCalls({ 'GET /api/user/self': () => ({ body: granted(sampleUser()) }) })
  await user.click(retry)
  await vi.waitFor(() => expect(header.queryByRole('alert')).toBeNull())
})

it.each([
  ['Administrators', 10, true],
  ['Users', 1, false],
])('%s are told of channels that do not work and of what was topped up, or not', async (_who, role, isTold) => {
  rememberUser(sampleUser({ role }))
  const frame = { start: 0, end: 1, step: 'day', zone: 'UTC' }
  const nothing = { total: 0, items: [] }
  const sums = { quota: 0, count: 0 }
  const calls = answerCalls({
    'GET /api/data/': () => ({ body: granted([], { frame, failed: 0 }) }),
    'GET /api/data/self': () => ({ body: granted([], { frame, failed: 0 }) }),
    'GET /api/data/topped_up': () => ({ body: granted({ ...sums, before: sums }) }),
    'GET /api/channel/not_working': () => ({
      body: granted({ disabled: 0, auto_disabled: nothing, resting: nothing }),
    }),
    'GET /api/user/self': () => ({ body: granted(sampleUser({ role })) }),
  })
  const { user } = await renderPage(<DashboardPage />, { path: '/detail', areas: ['dashboard', 'lists'] })
  await screen.findByText('No calls in this time range')
  // There is nothing to drag over.
  expect(screen.queryByText(/^Drag across/)).toBeNull()
  const asked = () => calls.filter(({ path }) => path === '/api/channel/not_working').length
  if (isTold) await screen.findByText('No channel is auto-disabled or cooling down')
  expect(screen.queryAllByText('Topped up')).toHaveLength(isTold ? 1 : 0)
  expect(asked()).toBe(isTold ? 1 : 0)
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  await vi.waitFor(() => expect(asked()).toBe(isTold ? 2 : 0))
})
