import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Token } from '#contract/tokens.ts'
import { forgetUser, rememberUser } from '../../../lib/session.ts'
import { answerCalls, granted } from '../../../testing/answer-calls.ts'
import { inEachLanguage } from '../../../testing/languages.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { sampleUser } from '../../../testing/sample-user.ts'
import { screen } from '../../../testing/screen.ts'
import { sampleToken } from '../../../testing/token-server.ts'
import { TokenPage } from './token-page.tsx'

beforeEach(() => rememberUser(sampleUser()))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  forgetUser()
})

/** Draws the page of a token that spent as much in seven days as in those before. */
const open = async (token: Token) => {
  const calls = answerCalls({
    'GET /api/token/1': () => ({ body: granted(token) }),
    'GET /api/log/self/': () => ({ body: granted({ items: [], page: 1, page_size: 10, total: 0 }) }),
    'GET /api/data/self': ({ query }) => {
      const start = Number(query.start_timestamp)
      const count = Number(query.end_timestamp) > Date.now() / 1000 - 60 ? 9 : 12
      const spent = { quota: 200_000, token_used: 1, prompt_tokens: 1, completion_tokens: 0 }
      const point = { user_id: 7, username: '', model_name: 'small', created_at: start, count, ...spent }
      const frame = { start, end: start + 7 * 86_400, step: 'day', zone: 'UTC' }
      return { body: granted([point], { frame, failed: 1 }) }
    },
  })
  await renderPage(<TokenPage />, {
    ...{ path: '/token/1', route: '/token/$id' },
    areas: ['tokens', 'logs', 'dashboard'],
  })
  return calls
}

inEachLanguage(
  'The page of a token has what went through it in the last days, beside as long a time before',
  async () => {
    const calls = await open(sampleToken())
    await screen.findByText('-25% from the period before')
    const failed = screen.getByRole('link', { name: '1 failed (10%)' })
    expect(failed.getAttribute('href')).toMatch(/^\/log\?type=.*6.*token_id=1$/)
    const asked = calls.filter(({ path }) => path === '/api/data/self').map(({ query }) => query)
    expect(asked.map(({ token_id }) => token_id)).toEqual(['1', '1'])
    expect(Number(asked[1]?.end_timestamp)).toBe(Number(asked[0]?.start_timestamp) - 1)
  },
)

inEachLanguage('The page of a token says how long what is left of it lasts', async () => {
  await open(sampleToken({ remain_quota: 400_000 }))
  await screen.findByText('What is left lasts about 14 days at this pace')
})

it('The page of a token without a limit tells no end of it', async () => {
  await open(sampleToken({ remain_quota: 400_000, unlimited_quota: true }))
  await screen.findByText('-25% from the period before')
  expect(screen.queryByText(/at this pace/)).toBeNull()
})
