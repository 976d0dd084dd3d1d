import { beforeEach, expect, it } from 'vitest'
import { type Token, tokens } from '#contract/tokens.ts'
import { refresh } from '../../../lib/query.ts'
import { rememberUser } from '../../../lib/session.ts'
import { answerCalls, granted, refused } from '../../../testing/answer-calls.ts'
import { inEachLanguage } from '../../../testing/languages.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { sampleUser } from '../../../testing/sample-user.ts'
import { screen, within } from '../../../testing/screen.ts'
import { sampleToken } from '../../../testing/token-server.ts'
import { TokenPage } from './token-page.tsx'

beforeEach(() => rememberUser(sampleUser()))

/** Draws the page of a token that spent as much in seven days as in those before. */
const open = async (
  token: Token,
  acts: readonly object[] = [],
  isGone = () => false,
  more: Parameters<typeof answerCalls>[0] = {},
) => {
  const calls = answerCalls({
    ...more,
    'GET /api/audit/record': () => ({ body: granted({ items: acts, page: 1, page_size: 10, total: acts.length }) }),
    'GET /api/token/1': () => ({ body: isGone() ? refused('No such token') : granted(token) }),
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
  const { router, user } = await renderPage(<TokenPage />, {
    ...{ path: '/token/1', route: '/token/$id' },
    areas: ['tokens', 'logs', 'dashboard', 'audit', 'lists'],
  })
  return { calls, router, user }
}

inEachLanguage(
  'The page of a token has what went through it in the last days, beside as long a time before',
  async () => {
    const { calls } = await open(sampleToken())
    await screen.findByText('-25% from the period before')
    const failed = screen.getByRole('link', { name: '1 more failed (10% of 10)' })
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

it('The page of a token tells its owner what was changed of it, in words', async () => {
  const act = { created_at: 1_700_000_000, actor_id: 7, actor_name: 'ada', target: 'token:1', before: '', address: '' }
  const { calls, user } = await open(sampleToken(), [
    { ...act, id: 2, action: 'token.rotate', after: '{"name":"laptop","kept_until":0}' },
    { ...act, id: 1, action: 'token.create', after: '{"name":"laptop","remain_quota":500000,"unlimited_quota":0}' },
  ])
  await screen.findByText('API token key replaced')
  screen.getByText('API token created')
  expect(calls.find(({ path }) => path === '/api/audit/record')?.query).toMatchObject({ target: 'token:1' })
  expect(screen.queryByRole('link', { name: 'All in the audit log' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show details of API token created 1' }))
  await screen.findByText('Unlimited quota')
  screen.getByText('$1.00', { selector: 'dd *' })
})

inEachLanguage('The page of a token that is gone says so in its place, and no message calls it a fault', async () => {
  let isGone = false
  await open(sampleToken(), [], () => isGone)
  await screen.findByText('-25% from the period before')
  isGone = true
  await refresh(tokens.read)
  await screen.findByRole('heading', { name: 'This record does not exist' })
  expect(screen.queryByText('Couldn’t refresh', { exact: false })).toBeNull()
})

inEachLanguage('Whoever deletes a token on its page is led to the list, and told so there', async () => {
  let isGone = false
  const answers = {
    'POST /api/token/batch': () => {
      isGone = true
      return { body: granted(1) }
    },
  }
  const { router, user } = await open(sampleToken(), [], () => isGone, answers)
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await screen.findByText('“laptop” deleted')
  expect(router.state.location.pathname).toBe('/token')
  expect(screen.queryByRole('heading', { name: 'This record does not exist' })).toBeNull()
})
