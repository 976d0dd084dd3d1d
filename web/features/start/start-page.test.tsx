import { cleanup } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { logTypes } from '#contract/log-types.ts'
import type { FailedReason, Log } from '#contract/logs.ts'
import { setLanguage } from '../../lib/i18n.ts'
import { rememberUser } from '../../lib/session.ts'
import { answerCalls, granted, refused } from '../../testing/answer-calls.ts'
import { inEachLanguage } from '../../testing/languages.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleChannel } from '../../testing/sample-channel.ts'
import { sampleLog } from '../../testing/sample-log.ts'
import { sampleUser } from '../../testing/sample-user.ts'
import { screen } from '../../testing/screen.ts'
import { sampleToken } from '../../testing/token-server.ts'
import { said } from '../../testing/wordings.ts'
import { StartPage } from './start-page.tsx'

beforeEach(() => rememberUser(sampleUser({ role: 100 })))

const pageOf = (items: readonly unknown[]) => ({
  body: granted({ items, page: 1, page_size: 1, total: items.length }),
})

const tables = { group_ratio: {}, usable_group: {}, accepts_unpriced: false, supported_endpoint: {} }

/** The page of somebody whose channel was connected and not tested. */
const open = (answer: string) => {
  let test_time = 0
  answerCalls({
    'GET /api/channel/': () => pageOf([sampleChannel({ test_time, test_fault: '' })]),
    'GET /api/token/': () => pageOf([]),
    'GET /api/log/self/': () => pageOf([]),
    'GET /api/log/': () => pageOf([]),
    'GET /api/pricing': () => ({
      body: granted([], tables),
    }),
    'GET /api/option/': () => ({ body: refused('not asked for') }),
    'GET /api/channel/test/:id': () => {
      test_time = 1_700_000_000
      return { body: granted(null, { time: 0.5, answer }) }
    },
  })
  return renderPage(<StartPage />, { path: '/start', areas: ['start'] })
}

it.each([
  ['Hello there.', 'It responded: “Hello there.”'],
  ['', 'It responded, without text.'],
])('The way to a first call shows what the channel answered its test: %j', async (answer, shown) => {
  const { user } = await open(answer)
  await user.click(await screen.findByRole('button', { name: 'Test it' }))
  await screen.findByText(shown)
})

const priced = (model: string, isPriced = true) => ({
  model_name: model,
  quota_type: 0,
  model_ratio: 1,
  model_price: 0,
  owner_by: '',
  mark: '',
  completion_ratio: 2,
  cache_ratio: 1,
  cache_creation_ratio: 1,
  price_steps: [],
  cache_creation_hour_ratio: 1,
  image_ratio: 1,
  image_completion_ratio: 1,
  audio_ratio: 1,
  audio_completion_ratio: 1,
  enable_groups: ['default'],
  supported_endpoint_types: ['chat'],
  priced: isPriced,
})

const chat = { chat: { path: '/v1/chat/completions', method: 'POST' } }

/** The page of somebody who has come to the first call. */
const openAtCall = (failed: readonly Log[], unpriced: readonly string[] = []) => {
  const models = [priced('river'), ...unpriced.map((name) => priced(name, false))]
  const channel = sampleChannel({ id: 3, test_time: 1, test_fault: '', models: ['river', ...unpriced].join(',') })
  answerCalls({
    'GET /api/channel/': () => pageOf([channel]),
    'GET /api/token/': () => pageOf([sampleToken({ created_time: 1000 })]),
    'GET /api/log/self/': () => pageOf([]),
    'GET /api/log/': ({ query }) => pageOf(query.type === String(logTypes.failed) ? failed : []),
    'GET /api/pricing': () => ({ body: granted(models, { ...tables, supported_endpoint: chat }) }),
  })
  return renderPage(<StartPage />, { path: '/start', areas: ['start'] })
}
const failedCall = (failure: FailedReason, changes: Partial<Log> = {}) =>
  sampleLog({
    type: logTypes.failed,
    created_at: 2000,
    content: 'The reason that was told',
    other: JSON.stringify({ failure, admin_info: { address: '192.0.2.7' } }),
    ...changes,
  })
inEachLanguage(
  'A call that failed is there at once, with its reason and what to do, and the next is waited for',
  async () => {
    await openAtCall([failedCall({ kind: 'upstream_failed', status: 502 })])
    await screen.findByText('The latest request failed')
    screen.getByText('The reason that was told')
    screen.getByText('Check the channel: its key, its address and its models.')
    expect(screen.getByRole('link', { name: 'Change the channel' }).getAttribute('href')).toBe('/channel/edit/3')
    expect(screen.getByRole('link', { name: 'See it in the log' }).getAttribute('href')).toBe('/log?request_id=r1')
    screen.getByText('Waiting for the next request…')
  },
)

it('Why it failed is told in a language that the server does not speak too', async () => {
  await setLanguage('ja')
  await openAtCall([failedCall({ kind: 'no_credit', status: 403, code: 'token_quota_insufficient', values: {} })])
  await screen.findByText('APIトークンのクォータの残りが足りません')
  expect(document.body.textContent).not.toContain('The reason that was told')
})

it.each([
  ['key_spent', undefined, 'Change the token', '/token'],
  ['no_credit', undefined, 'Change the token', '/token'],
  ['forbidden', 'model_unpriced', 'All prices', '/price?view=unset'],
] as const)('A call that failed as %s (%s) leads to where that is changed', async (kind, code, door, href) => {
  await openAtCall([failedCall({ kind, status: 403, ...(code === undefined ? {} : { code }) })])
  await screen.findByText('The latest request failed')
  expect(screen.getByRole('link', { name: door }).getAttribute('href')).toBe(href)
})

it('A call with a key that is nobody’s is told with where it came from; what is of others or older than the token is not', async () => {
  const failure = { kind: 'key_unknown', status: 401 }
  await openAtCall([
    failedCall(failure, { user_id: 8, content: 'Of somebody else' }),
    failedCall(failure, { user_id: 0, model_name: '' }),
  ])
  await screen.findByText('The reason that was told')
  screen.getByText(/192\.0\.2\.7/)
  expect(screen.queryByText('Of somebody else')).toBeNull()
  cleanup()
  await openAtCall([failedCall(failure, { created_at: 999 })])
  await screen.findByText('Waiting for the first request…')
  expect(screen.queryByText('The latest request failed')).toBeNull()
})

inEachLanguage(
  'The step of prices is behind with one model, and names those that have none, with the way to them',
  async () => {
    await openAtCall([], ['ash', 'birch', 'cedar', 'elm', 'fir', 'oak'])
    const door = await screen.findByRole('link', { name: '6 models without a price' })
    expect(door.getAttribute('href')).toBe('/price?view=unset')
    expect(door.parentElement?.textContent).toContain(said('ash, birch, cedar, elm, fir and 1 more'))
  },
)
