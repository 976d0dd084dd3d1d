import { cleanup } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { User } from '#contract/user.ts'
import { rememberUser } from '../../../lib/session.ts'
import { answerCalls, granted } from '../../../testing/answer-calls.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { sampleUser } from '../../../testing/sample-user.ts'
import { screen } from '../../../testing/screen.ts'
import { UserPage } from './user-page.tsx'

beforeEach(() => rememberUser(sampleUser({ id: 1, username: 'root', role: 10 })))

/** Draws the page of a user. */
const open = async (user: User, tokens = 1) => {
  const token = {
    ...{ status: 1, model_limits_enabled: false },
    ...{ used_quota: 0, created_time: 1, accessed_time: 1 },
  }
  const page = { page: 1, page_size: 10 }
  const act = { id: 1, created_at: 1, actor_id: 7, actor_name: 'ada', before: '', after: '', address: '' }
  const calls = answerCalls({
    'GET /api/audit/record': ({ query: { target = '' } }) => {
      const items = [{ ...act, target, action: target.startsWith('token') ? 'token.rotate' : 'user.disable' }]
      return { body: granted({ items, total: 1, ...page }) }
    },
    'GET /api/user/7': () => ({ body: granted(user) }),
    'GET /api/user/7/tokens': ({ query: { p } }) => {
      const named = p === '2' ? { ...token, id: 6, name: 'old phone' } : { ...token, id: 5, name: 'laptop' }
      return { body: granted({ items: [named], total: tokens, ...page }) }
    },
    'GET /api/log/': () => ({ body: granted({ items: [], total: 0, ...page }) }),
    'GET /api/data/': ({ query }) => {
      const start = Number(query.start_timestamp)
      const spent = { count: 1, quota: 100_000, token_used: 1, prompt_tokens: 1, completion_tokens: 0 }
      const point = { user_id: 0, username: 'ada', model_name: 'small', created_at: start, ...spent }
      const frame = { start, end: start + 7 * 86_400, step: 'day', zone: 'UTC' }
      return { body: granted([point], { frame, failed: 0 }) }
    },
  })
  const opened = await renderPage(<UserPage />, {
    ...{ path: '/user/7', route: '/user/$id' },
    areas: ['users', 'tokens', 'logs', 'dashboard', 'audit', 'lists'],
  })
  return { calls, user: opened.user, router: opened.router }
}

it('The page of a user has his tokens, each the way to its calls', async () => {
  await open(sampleUser())
  const link = await screen.findByRole('link', { name: 'laptop' })
  expect(link.getAttribute('href')).toBe('/log?token_id=5')
})

it('The page of a user tells once what he used', async () => {
  await open(sampleUser())
  await screen.findByRole('link', { name: 'laptop' })
  expect(screen.getAllByText('Total used')).toHaveLength(1)
})

it('The page of a user says how long his balance lasts', async () => {
  await open(sampleUser({ quota: 500_000 }))
  await screen.findByText('What is left lasts about 35 days at this pace')
})

it('The page of a user has all his tokens, by pages, and what was changed of each below it', async () => {
  const { user, router } = await open(sampleUser(), 11)
  await screen.findByText('1–10 of 11')
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  await screen.findByRole('link', { name: 'old phone' })
  expect(router.state.location.search).toEqual({ tokens: '2' })
  expect(screen.queryByRole('link', { name: 'laptop' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show details of old phone' }))
  await screen.findByText('API token key replaced')
})

it('The page of a user tells an administrator what was changed of him, and of nobody of his own rank', async () => {
  await open(sampleUser())
  await screen.findByText('User banned')
  expect(screen.queryByRole('link', { name: 'All in the audit log' })).toBeNull()
  cleanup()
  const { calls } = await open(sampleUser({ role: 10 }))
  await screen.findByRole('link', { name: 'laptop' })
  await screen.findByText('What is left lasts about 35 days at this pace')
  expect(calls.filter(({ path }) => path === '/api/audit/record')).toEqual([])
})
