import { cleanup } from '@testing-library/react'
import { afterEach, expect, vi } from 'vitest'
import { forgetUser, rememberUser } from '../../lib/session.ts'
import { answerCalls, granted, refused } from '../../testing/answer-calls.ts'
import { inEachLanguage } from '../../testing/languages.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleUser } from '../../testing/sample-user.ts'
import { screen } from '../../testing/screen.ts'
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
