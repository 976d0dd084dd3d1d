import { beforeEach, describe, expect, it, vi } from 'vitest'
import { logTypes } from '#contract/log-types.ts'
import type { Log } from '#contract/logs.ts'
import { setLanguage } from '../../lib/i18n.ts'
import { rememberUser } from '../../lib/session.ts'
import { type Answer, answerCalls, granted } from '../../testing/answer-calls.ts'
import { inEachLanguage } from '../../testing/languages.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleLog } from '../../testing/sample-log.ts'
import { sampleUser } from '../../testing/sample-user.ts'
import { screen } from '../../testing/screen.ts'
import { TokenTrial } from './token-trial.tsx'

beforeEach(() => rememberUser(sampleUser()))

const headers = { 'x-request-id': 'r1' }

/** The request was sent, and this came of it. */
const send = async (answer: Answer, rows: readonly Log[]) => {
  const calls = answerCalls({
    'POST /v1/chat/completions': () => answer,
    'GET /api/log/self/': () => ({ body: granted({ items: rows, page: 1, page_size: 1, total: rows.length }) }),
  })
  const { user } = await renderPage(<TokenTrial secret="sk-own" model="river" isEnabled />, {
    areas: ['tokens', 'logs'],
  })
  await user.click(screen.getByRole('button', { name: 'Send a test request' }))
  return calls
}
const rowLink = async () => (await screen.findByRole('link', { name: 'Open in the usage log' })).getAttribute('href')

describe('The trial of a token', () => {
  it('is not offered with one that cannot be used', async () => {
    await renderPage(<TokenTrial secret="sk-own" model="river" isEnabled={false} />, { areas: ['tokens'] })
    expect(screen.getByRole('button', { name: 'Send a test request' })).toHaveProperty('disabled', true)
    screen.getByText('The token can’t be used now')
  })

  inEachLanguage('shows the answer and what its row tells, with the way to it', async () => {
    const body = 'data: {"choices":[{"delta":{"content":"Hello."}}]}\n\ndata: [DONE]\n\n'
    const calls = await send({ headers, body }, [
      sampleLog({ prompt_tokens: 12, completion_tokens: 3, quota: 500_000 }),
    ])
    await screen.findByText('Hello.')
    expect(await rowLink()).toBe('/log?request_id=r1')
    screen.getByText('$1.000000')
    expect(screen.getByText('Tokens').nextElementSibling?.textContent).toMatch(/\b12\b.*\b3\b/)
    screen.getByText('r1')
    expect(calls.find(({ path }) => path === '/api/log/self/')?.query.request_id).toBe('r1')
  })

  const reason = { kind: 'model_unknown', status: 404 }
  const failedLog = sampleLog({
    type: logTypes.failed,
    content: 'No such model',
    other: JSON.stringify({ failure: reason }),
  })

  inEachLanguage('leads to the row of a request that was refused, whatever its status', async () => {
    const body = { error: { message: 'Unknown model river', code: 'model_unknown' } }
    await send({ status: 404, headers, body }, [failedLog])
    await screen.findByText('Unknown model river')
    expect(await rowLink()).toBe('/log?request_id=r1')
    screen.getByText('No such model')
    expect(screen.queryByText('Cost')).toBeNull()
  })

  it('tells a refusal by its row in a language that the server does not speak', async () => {
    const failure = { kind: 'no_credit', status: 403, code: 'token_quota_insufficient', values: {} }
    const body = { error: { message: 'The quota left is too small', code: 'insufficient_quota' } }
    await send({ status: 403, headers, body }, [
      sampleLog({ type: logTypes.failed, other: JSON.stringify({ failure }) }),
    ])
    await screen.findByText('The quota left is too small')
    await setLanguage('ja')
    const [again] = screen.getAllByRole('button')
    again?.click()
    await screen.findByText('APIトークンのクォータの残りが足りません')
    expect(screen.queryByText('The quota left is too small')).toBeNull()
  })

  it('sends the super admin to no admin with what is his own to do', async () => {
    rememberUser(sampleUser({ role: 100 }))
    const failure = { kind: 'forbidden', status: 403, code: 'model_unpriced', values: { model: 'river' } }
    const body = { error: { message: 'Model river has no price yet. Contact the admin.', code: 'model_unpriced' } }
    await send({ status: 403, headers, body }, [
      sampleLog({
        ...{ type: logTypes.failed, content: body.error.message },
        other: JSON.stringify({ failure }),
      }),
    ])
    await screen.findByText('The price of model river is not set: set it')
    expect(screen.queryByText(/Contact the admin/)).toBeNull()
  })

  it.each([
    ['that broke off', 'data: {"choices":[]}\n\n'],
    ['that failed while it was answered', 'data: {"error":{"message":"overloaded"}}\n\n'],
  ])('leads to the row of one %s', async (_how, body) => {
    await send({ headers, body }, [failedLog])
    expect(await rowLink()).toBe('/log?request_id=r1')
  })

  it('says so where the log has no row of it, as where it keeps none, and leads nowhere', async () => {
    await send({ headers, body: 'data: [DONE]\n\n' }, [])
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const whole = 10_000
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(whole)
      screen.getByText('The usage log has no entry of this request')
    })
    expect(screen.queryByRole('link', { name: 'Open in the usage log' })).toBeNull()
  })
})
