import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { User } from '#contract/user.ts'
import { forgetUser, rememberUser } from '../../../lib/session.ts'
import { answerCalls, granted } from '../../../testing/answer-calls.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { sampleUser } from '../../../testing/sample-user.ts'
import { screen } from '../../../testing/screen.ts'
import { UserPage } from './user-page.tsx'

beforeEach(() => rememberUser(sampleUser({ id: 1, username: 'root', role: 10 })))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  forgetUser()
})

/** Draws the page of a user. */
const open = async (user: User) => {
  const token = {
    ...{ id: 5, name: 'laptop', status: 1, model_limits_enabled: false },
    ...{ used_quota: 0, created_time: 1, accessed_time: 1 },
  }
  const page = { page: 1, page_size: 10 }
  answerCalls({
    'GET /api/user/7': () => ({ body: granted(user) }),
    'GET /api/user/7/tokens': () => ({ body: granted({ items: [token], total: 1, ...page }) }),
    'GET /api/log/': () => ({ body: granted({ items: [], total: 0, ...page }) }),
    'GET /api/data/': ({ query }) => {
      const [start, end] = [Number(query.start_timestamp), Number(query.end_timestamp)]
      return { body: granted([], { frame: { start, end, step: 'day', zone: 'UTC' }, failed: 0 }) }
    },
  })
  await renderPage(<UserPage />, {
    ...{ path: '/user/7', route: '/user/$id' },
    areas: ['users', 'tokens', 'logs', 'dashboard', 'audit'],
  })
}

it('The page of a user has his tokens, each the way to its calls', async () => {
  await open(sampleUser())
  const link = await screen.findByRole('link', { name: 'laptop' })
  expect(link.getAttribute('href')).toBe('/log?token_id=5')
})
