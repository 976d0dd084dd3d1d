import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ErrorValues } from '#contract/error-reasons.ts'
import { type ErrorCode, errorMessage, errors } from '#contract/errors.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { startTestGateway, type TestClient, type TestGateway } from '#testing/gateway.ts'
import { createMovableClock } from '#testing/movable-clock.ts'
import { specifiedMessages } from '#testing/specified-messages.ts'
import type { Database } from '../db/database.ts'

type Sending = { headers: Record<string, string> }
type Refusal = {
  /** What its sentence is filled with. */
  values?: ErrorValues
  /** Options that must be so for it; they are put back afterwards. */
  given?: Record<string, string>
  ask: (sending: Sending) => ReturnType<TestClient['get']>
}

const languages = ['en', 'zh'] as const
const nowhere = 'http://127.0.0.1:9'

/** Whatever the database is asked for then goes wrong in a way nobody foresaw. */
const createBreakableDatabase = () => {
  let isBroken = false
  const fault = new Error('disk I/O error')
  const fail = () => {
    throw fault
  }
  return {
    intercept: (database: Database): Database => ({
      ...database,
      query: database.query.withPlugin({
        transformQuery: ({ node }) => (isBroken ? fail() : node),
        transformResult: async ({ result }) => result,
      }),
      transaction: (work) => (isBroken ? Promise.reject(fault) : database.transaction(work)),
    }),
    whileBroken: async <Result>(work: () => Promise<Result>): Promise<Result> => {
      isBroken = true
      return work().finally(() => {
        isBroken = false
      })
    },
  }
}

describe('the messages of the control plane', () => {
  const breakable = createBreakableDatabase()
  const clock = createMovableClock()
  let place: TestDatabase
  let gateway: TestGateway
  let root: TestClient
  let user: TestClient
  let channel: number

  beforeAll(async () => {
    place = await openTestDatabase('sqlite')
    gateway = await startTestGateway({ place: place.place, clock, intercept: breakable.intercept })
    root = await gateway.asRoot()
    user = await gateway.asUser('reader')
    const fields = { name: 'one', type: 1, key: 'sk-one', base_url: nowhere, models: 'plain', group: 'default' }
    channel = (await root.post('/api/channel/', { ...fields, tag: 'eu' })).data.id
  })
  afterAll(async () => {
    await gateway.close()
    await place.remove()
  })

  const payment = { PayAddress: nowhere, EpayId: '1', EpayKey: 'key', MinTopUp: '5' }
  const register = (fields: object) => (sending: Sending) =>
    gateway.visitor().post('/api/user/register', { username: 'newcomer', password: 'long-enough', ...fields }, sending)
  const comeBack = (way: string, query: string) => async (sending: Sending) => {
    const visitor = gateway.visitor()
    const { data: state } = await visitor.get(`/api/oauth/state?provider=${way}`)
    return visitor.get(`/api/oauth/${way}?state=${state}&${query}`, sending)
  }
  const pay = (amount: number) => (sending: Sending) =>
    user.post('/api/user/pay', { amount, payment_method: 'zfb', top_up_code: '' }, sending)
  const redeem = (key: string) => (sending: Sending) => user.post('/api/user/topup', { key }, sending)

  const refusals: Partial<Record<ErrorCode, Refusal>> = {
    not_signed_in: { ask: (sending) => gateway.visitor().get('/api/user/self', sending) },
    too_many_requests: {
      ask: async (sending) => {
        const visitor = gateway.visitor()
        for (let time = 1; time <= 20; time += 1) await visitor.get('/api/oauth/state')
        return visitor.get('/api/oauth/state', sending)
      },
    },
    demo_only: {
      given: { DemoSiteEnabled: 'true' },
      ask: (sending) => user.put('/api/user/self', { display_name: 'Reader' }, sending),
    },
    credentials_missing: {
      ask: (sending) => gateway.visitor().post('/api/user/login', { username: '', password: '' }, sending),
    },
    password_login_off: {
      // Nobody else could sign in then, so the settings would refuse it.
      ask: async (sending) => {
        const { options } = gateway.plane.domain
        await options.change('PasswordLoginEnabled', false)
        const answer = await gateway.visitor().post('/api/user/login', { username: 'a', password: 'b' }, sending)
        await options.change('PasswordLoginEnabled', true)
        return answer
      },
    },
    human_check_failed: {
      given: { TurnstileSiteKey: 'site', TurnstileSecretKey: 'secret', TurnstileCheckEnabled: 'true' },
      ask: register({}),
    },
    username_invalid: { ask: register({ username: 'a@b' }) },
    password_length: { ask: register({ password: 'short' }) },
    passwords_differ: { ask: register({ password2: 'another' }) },
    email_required: { given: { SMTPServer: '127.0.0.1', EmailVerificationEnabled: 'true' }, ask: register({}) },
    email_invalid: { ask: (sending) => gateway.visitor().get('/api/verification?email=nonsense', sending) },
    mail_too_many: {
      given: { SMTPServer: '127.0.0.1', SMTPPort: '9', SMTPFrom: 'gate@example.com', MailsPerMailbox: '2' },
      ask: async (sending) => {
        const ask = (asked?: Sending) => gateway.visitor().get('/api/verification?email=often@example.com', asked)
        for (let time = 1; time <= 2; time += 1) {
          await ask()
          clock.pass(30)
        }
        return ask(sending)
      },
    },
    signin_off: { values: { name: 'GitHub' }, ask: comeBack('github', 'code=1') },
    signin_denied: {
      values: { reason: 'No' },
      given: { LinuxDOClientId: 'id', LinuxDOClientSecret: 'secret', LinuxDOOAuthEnabled: 'true' },
      ask: comeBack('linuxdo', 'error=access_denied&error_description=No'),
    },
    user_fields_missing: { ask: (sending) => root.post('/api/user/', { username: '', password: '' }, sending) },
    channel_fields_missing: { ask: (sending) => root.post('/api/channel/', { name: '', models: 'a' }, sending) },
    channel_models_missing: {
      ask: (sending) => root.post('/api/channel/', { name: 'a', key: 'k', models: ' ' }, sending),
    },
    name_missing: { ask: (sending) => root.post('/api/redemption/', { count: 1, quota: 1 }, sending) },
    redeem_code_missing: { ask: redeem('') },
    check_in_done: {
      given: { CheckInEnabled: 'true', CheckInQuota: '1000' },
      ask: async (sending) => {
        await user.post('/api/user/check_in')
        return user.post('/api/user/check_in', undefined, sending)
      },
    },
    transfer_too_small: {
      values: { min: '$1.00' },
      ask: (sending) => user.post('/api/user/aff_transfer', { quota: 1 }, sending),
    },
    topup_off: { ask: pay(10) },
    topup_address_missing: { given: payment, ask: pay(10) },
    topup_too_small: { values: { min: 5 }, given: payment, ask: pay(4) },
    redeem_unknown: { ask: redeem('no-such-code') },
    redeem_exhausted: {
      ask: async (sending) => {
        const wish = { name: 'gift', quota: 1, count: 1, is_gift: true, max_uses: 1 }
        const key = (await root.post('/api/redemption/', wish)).data[0]
        await root.post('/api/user/topup', { key })
        return redeem(key)(sending)
      },
    },
    option_invalid: {
      values: { key: 'TopupGroupRatio → 1:2', reason: 'not_json' },
      ask: (sending) => root.put('/api/option/', { key: 'TopupGroupRatio', value: '{' }, sending),
    },
    input_invalid: {
      values: { field: 'count', reason: 'too_large', limit: 100 },
      ask: (sending) => root.post('/api/redemption/', { name: 'many', quota: 1, count: 101 }, sending),
    },
    channel_missing: { ask: (sending) => root.get('/api/channel/999', sending) },
    channel_key_missing: {
      ask: (sending) => root.post('/api/channel/fetch_models', { type: 1, key: '', base_url: nowhere }, sending),
    },
    models_fetch_failed: {
      values: { reason: 'unreachable' },
      ask: (sending) => root.get(`/api/channel/fetch_models/${channel}`, sending),
    },
    balance_untold: {
      ask: async (sending) => {
        const fields = { name: 'two', type: 14, key: 'sk-two', base_url: nowhere, models: 'plain', group: 'default' }
        const { id } = (await root.post('/api/channel/', fields)).data
        return root.get(`/api/channel/update_balance/${id}`, sending)
      },
    },
    priority_not_whole: { ask: (sending) => root.put('/api/channel/tag', { tag: 'eu', priority: 1.5 }, sending) },
    weight_not_whole: { ask: (sending) => root.put('/api/channel/tag', { tag: 'eu', weight: -1 }, sending) },
    internal: {
      ask: (sending) => breakable.whileBroken(() => user.get('/api/token/', sending)),
    },
    setup_failed: {
      ask: async (sending) => {
        const installation = await startTestGateway({
          place: { url: undefined, file: '' },
          intercept: (database) => ({ ...database, transaction: () => Promise.reject(new Error('disk I/O error')) }),
        })
        const code = await installation.plane.setup.code()
        const account = { username: 'root', password: 'long-enough', confirmPassword: 'long-enough', code }
        const answer = await installation.visitor().post('/api/setup', account, sending)
        await installation.close()
        return answer
      },
    },
  }
  const withOptions = async <Result>(given: Record<string, string>, work: () => Promise<Result>): Promise<Result> => {
    const before: { key: string; value: string }[] = (await root.get('/api/option/')).data
    const put = (key: string, value: string) => root.put('/api/option/', { key, value })
    for (const [key, value] of Object.entries(given)) await put(key, value)
    return work().finally(async () => {
      for (const key of Object.keys(given).reverse()) {
        await put(key, before.find((option) => option.key === key)?.value ?? '')
      }
    })
  }

  const codes = specifiedMessages.flatMap(({ refusal }) => refusal ?? [])
  it.each([...new Set([...codes, ...(Object.keys(refusals) as ErrorCode[])])])(
    'are produced in both languages: %s',
    async (code) => {
      const refusal = refusals[code]
      if (refusal === undefined) throw new Error('nothing here makes the server say this')
      for (const language of languages) {
        const answer = await withOptions(refusal.given ?? {}, () =>
          refusal.ask({ headers: { 'accept-language': language === 'zh' ? 'zh-CN,zh;q=0.9' : 'en-GB' } }),
        )
        expect([answer.status, answer.success, answer.code]).toEqual([errors[code].status, false, code])
        expect(answer.message.replace(/ \([\w-]{16,}\)$/, '')).toBe(errorMessage(code, language, refusal.values))
      }
    },
  )
})
