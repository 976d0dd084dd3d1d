import { expect, it, vi } from 'vitest'
import { rememberUser } from '../../lib/session.ts'
import { answerCalls, granted, refused } from '../../testing/answer-calls.ts'
import { inEachLanguage } from '../../testing/languages.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleUser } from '../../testing/sample-user.ts'
import { screen, within } from '../../testing/screen.ts'
import { DashboardPage } from './dashboard-page.tsx'

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
    'GET /api/data/topped_up': () => ({ body: granted({ ...sums, over: [], before: sums }) }),
    'GET /api/channel/not_working': () => ({
      body: granted({ disabled: 0, auto_disabled: nothing, resting: nothing }),
    }),
    'GET /api/user/self': () => ({ body: granted(sampleUser({ role })) }),
  })
  const { user } = await renderPage(<DashboardPage />, { path: '/detail', areas: ['dashboard', 'lists'] })
  await screen.findByText('No requests in this time range')
  // There is nothing to drag over.
  expect(screen.queryByText(/^Drag across/)).toBeNull()
  const asked = () => calls.filter(({ path }) => path === '/api/channel/not_working').length
  if (isTold) await screen.findByText('No channel is auto-disabled or cooling down')
  expect(screen.queryAllByText('Topped up')).toHaveLength(isTold ? 1 : 0)
  expect(asked()).toBe(isTold ? 1 : 0)
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  await vi.waitFor(() => expect(asked()).toBe(isTold ? 2 : 0))
})

inEachLanguage(
  'Each figure of the dashboard has its change and its line, the own balance how long it lasts',
  async () => {
    rememberUser(sampleUser())
    const start = 1_700_006_400
    const frame = { start, end: start + 7 * 86_400, step: 'day', zone: 'UTC' }
    const point = (day: number, count: number) => ({
      ...{ user_id: 7, username: 'ada', model_name: 'small', created_at: start + day * 86_400 },
      ...{ count, quota: 100_000, token_used: 50, prompt_tokens: 50, completion_tokens: 0 },
    })
    const total = { quota: 200_000, count: 30, token_used: 100 }
    answerCalls({
      'GET /api/data/self': () => ({ body: granted([point(0, 10), point(1, 20)], { frame, failed: 10 }) }),
      'GET /api/data/self/by': () => ({
        body: granted({ items: [], parts: 0, total, before: { quota: 100_000, count: 20, token_used: 400 } }),
      }),
      'GET /api/user/self': () => ({ body: granted(sampleUser({ quota: 100_000 })) }),
    })
    const from = `start_timestamp=${frame.start}&end_timestamp=${frame.end}`
    await renderPage(<DashboardPage />, { path: `/detail?${from}`, areas: ['dashboard', 'lists'] })
    await screen.findByText('+100% from the period before')
    // Of requests and of how many there are in a time.
    expect(screen.getAllByText('+50% from the period before')).toHaveLength(2)
    screen.getByText('-75% from the period before')
    const failed = screen.getByRole('link', { name: '10 more failed (25% of 40)' })
    // The hour that runs is whole in the log: it adds up what has no entry by whole hours alone.
    expect(failed.getAttribute('href')).toContain(`start_timestamp=${start}&end_timestamp=${frame.end + 3599}`)
    expect(document.querySelectorAll('polyline')).toHaveLength(4)
    screen.getByText('Balance $0.20: lasts about 3 days at this pace')
  },
)
