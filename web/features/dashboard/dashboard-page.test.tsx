import { cleanup } from '@testing-library/react'
import { afterEach, expect, vi } from 'vitest'
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
