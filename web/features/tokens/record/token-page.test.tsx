import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
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

inEachLanguage(
  'The page of a token has what went through it in the last days, beside as long a time before',
  async () => {
    const calls = answerCalls({
      'GET /api/token/1': () => ({ body: granted(sampleToken()) }),
      'GET /api/log/self/': () => ({ body: granted({ items: [], page: 1, page_size: 10, total: 0 }) }),
      'GET /api/data/self': ({ query }) => {
        const [start, end] = [Number(query.start_timestamp), Number(query.end_timestamp)]
        const count = end > Date.now() / 1000 - 60 ? 9 : 12
        const spent = { quota: 1, token_used: 1, prompt_tokens: 1, completion_tokens: 0 }
        const point = { user_id: 7, username: '', model_name: 'small', created_at: start, count, ...spent }
        return { body: granted([point], { frame: { start, end, step: 'day', zone: 'UTC' }, failed: 1 }) }
      },
    })
    await renderPage(<TokenPage />, {
      ...{ path: '/token/1', route: '/token/$id' },
      areas: ['tokens', 'logs', 'dashboard'],
    })
    await screen.findByText('-25% from the period before')
    const failed = screen.getByRole('link', { name: '1 failed (10%)' })
    expect(failed.getAttribute('href')).toMatch(/^\/log\?type=.*6.*token_id=1$/)
    const asked = calls.filter(({ path }) => path === '/api/data/self').map(({ query }) => query)
    expect(asked.map(({ token_id }) => token_id)).toEqual(['1', '1'])
    expect(Number(asked[1]?.end_timestamp)).toBe(Number(asked[0]?.start_timestamp) - 1)
  },
)
