import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type AnsweringUpstream, answerJson, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { questions } from '#testing/any-dialect.ts'
import { chatEvents } from '#testing/chat-answers.ts'
import { oneGateway, type TestClient } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, callPath, priceModels } from '#testing/relay-client.ts'
import { expectSettledBooks } from '#testing/settled-books.ts'

const dialects = ['chat', 'responses', 'messages', 'gemini'] as const
type Dialect = (typeof dialects)[number]

oneGateway((gateway) => {
  let upstream: AnsweringUpstream
  let root: TestClient
  let key: string

  beforeAll(async () => {
    upstream = await startAnsweringUpstream()
    root = await gateway().asRoot()
    const models = [
      'gpt-4o-mini',
      'gpt-4o',
      'claude-sonnet-4-5',
      'gpt-hidden',
      'refused',
      'backed',
      'plain',
      'spoken',
      'talks',
    ]
    await priceModels(root, models)
    await root.put('/api/option/', { key: 'RetryTimes', value: '2' })
    await addRelayChannel(root, { base_url: upstream.url, models: 'gpt-4o-mini,gpt-4o,claude-sonnet-4-5,plain' })
    await addRelayChannel(root, { base_url: upstream.url, models: 'gpt-hidden', group: 'vip' })
    const chat = JSON.stringify({ dialect: 'openai-chat' })
    await addRelayChannel(root, { base_url: upstream.url, models: 'spoken', setting: chat })
    const off = await addRelayChannel(root, { base_url: upstream.url, models: 'resting' })
    await root.put('/api/channel/', { id: off, status: 2 })
    key = (await addRelayToken(root)).key
  })
  afterAll(() => upstream.close())
  expectSettledBooks(gateway)

  const ask = (dialect: Dialect, model: string, owner = key, more: object = {}) => {
    const { path, body } = questions[dialect](model)
    return callPath(gateway(), owner, path, { ...body, ...more })
  }
  const refuses = (status: number, error: object, headers = {}) =>
    upstream.does((_call, response) => {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, String(value))
      answerJson(response, status, { error })
    })

  describe.each(dialects)('a model that cannot be had, asked for in %s', (dialect) => {
    const told = (message: RegExp) => ({ error: { message: expect.stringMatching(message) } })

    it('is not there where nobody offers it, and names that are near are told', async () => {
      const asked = upstream.calls.length
      const answer = await ask(dialect, 'gpt4o-mini')
      expect(answer).toMatchObject({ status: 404, json: told(/did you mean gpt-4o-mini, gpt-4o\?/) })
      expect((await ask(dialect, 'claude-sonnet-4.5')).json).toMatchObject(told(/did you mean claude-sonnet-4-5\?/))
      // As other programs name it: with its maker, a version, or in capitals.
      const names = ['openai/gpt-4o', 'models/gpt-4o', 'gpt-4o:latest', 'GPT-4o']
      for (const name of names.filter((each) => dialect !== 'gemini' || !each.includes('/')))
        expect((await ask(dialect, name)).json).toMatchObject(told(/did you mean gpt-4o\?/))
      // What another group has is not told to who may not use it.
      expect((await ask(dialect, 'gpt-hiden')).text).not.toContain('gpt-hidden')
      expect((await ask(dialect, 'nothing-like-it')).json).toMatchObject(told(/GET \/v1\/models lists/))
      expect(upstream.calls).toHaveLength(asked)
    })

    it('is not allowed where others have it, and it is said whether the key or the group is why', async () => {
      const limited = await addRelayToken(root, { model_limits_enabled: true, model_limits: 'gpt-4o' })
      const ofKey = await ask(dialect, 'gpt-4o-mini', limited.key)
      expect(ofKey).toMatchObject({ status: 403, json: told(/This API token can't use model gpt-4o-mini/) })
      const ofGroup = await ask(dialect, 'gpt-hidden')
      expect(ofGroup).toMatchObject({ status: 403, json: told(/Group default may not use model gpt-hidden/) })
      // The key knows nothing of the others' names, and gets no hint of them either.
      expect((await ask(dialect, 'gpt-4o-min', limited.key)).json).toMatchObject(told(/did you mean gpt-4o\?/))
    })

    it('may be asked for again where it has no channel just now', async () => {
      const answer = await ask(dialect, 'resting')
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30'])
    })
  })

  describe('a key that opens nothing', () => {
    /** Why, by the dialect's own word for it; and what to do, in a status that no client asks again. */
    const reasons: readonly (readonly [code: string, status: number, toDo: RegExp, owner: () => Promise<string>])[] = [
      ['account_banned', 403, /contact the admin/i, () => ownerOf('banned', { after: 'disable' })],
      ['key_expired', 401, /give it a later expiry/, () => ownerOf('late', { token: { expired_time: 1 } })],
      ['key_disabled', 401, /enable it in the console/, () => ownerOf('off', { token: { status: 2 } })],
      ['key_exhausted', 403, /raise its quota/, () => ownerOf('spent', { token: { status: 4 } })],
      ['quota_insufficient', 403, /add quota/, () => ownerOf('poor', { quota: 0 })],
    ]
    const ownerOf = async (name: string, { token = {}, quota = 1000, after = '' }) => {
      const owner = await gateway().asUser(name)
      await root.put('/api/user/', { id: owner.userId, username: name, quota })
      const { id, key: made } = await addRelayToken(owner)
      const { query } = gateway().plane.database
      if (Object.keys(token).length > 0) await query.updateTable('tokens').set(token).where('id', '=', id).execute()
      if (after !== '') await root.post('/api/user/manage', { id: owner.userId, action: after })
      return made
    }

    it.each(reasons)(
      'says that it is %s, and what to do, to clients of every dialect',
      async (code, status, toDo, of) => {
        const owner = await of()
        const isUnpaid = status === 403 && code !== 'account_banned'
        const words = isUnpaid ? 'insufficient_quota' : code
        const told = Object.fromEntries(
          await Promise.all(dialects.map(async (dialect) => [dialect, await ask(dialect, 'plain', owner)] as const)),
        )
        for (const dialect of ['chat', 'responses'])
          expect(told[dialect]).toMatchObject({ status, json: { error: { code: words } } })
        expect(told.messages).toMatchObject({
          ...{ status: isUnpaid ? 402 : status, json: { error: { details: { error_code: code } } } },
        })
        expect(told.gemini).toMatchObject({ status, json: { error: { details: [{ reason: code.toUpperCase() }] } } })
        for (const { json } of Object.values(told)) expect(json.error.message).toMatch(toDo)
      },
    )
  })

  it('says of an address that no channel of the model serves that it is not there', async () => {
    await addRelayChannel(root, { type: 14, base_url: upstream.url, models: 'talks' })
    const answer = await callPath(gateway(), key, '/v1/embeddings', { model: 'talks', input: 'x' })
    expect([answer.status, answer.json.error.code]).toEqual([404, 'operation_unserved'])
  })

  describe.each([
    [401, { message: 'Incorrect API key provided: sk-upstream', code: 'invalid_api_key' }],
    [402, { message: 'Insufficient Balance of account 4711', type: 'unknown_error' }],
    [429, { message: 'You exceeded your current quota', type: 'insufficient_quota', code: 'insufficient_quota' }],
    [400, { message: 'Your credit balance is too low. Please go to Plans', type: 'invalid_request_error' }],
  ])('an upstream that refuses its operator with %i', (status, error) => {
    it.each(dialects)(
      'is told to a client of %s as the gateway’s trouble, and nothing of the account',
      async (dialect) => {
        const id = await addRelayChannel(root, { name: 'out of luck', base_url: upstream.url, models: 'refused' })
        refuses(status, error)
        const [asked, lines] = [upstream.calls.length, gateway().logLines.length]
        const answer = await ask(dialect, 'refused')
        expect(answer.status).toBe(502)
        expect(answer.text).toContain('for the admin to fix')
        expect(answer.text).not.toMatch(/sk-|4711|Balance|credit|quota|API key provided/)
        // It rests, and the operator hears why.
        expect(await ask(dialect, 'refused')).toMatchObject({ status: 503 })
        expect(upstream.calls).toHaveLength(asked + 1)
        const told = () => gateway().logLines.slice(lines).join('\n')
        await vi.waitFor(() => expect(told()).toContain(`(#${id}) refuses its key or account`))
        expect(told()).not.toContain('sk-upstream')
        await root.remove(`/api/channel/${id}`)
      },
    )

    it('is passed over for a channel that serves', async () => {
      const sound = await startAnsweringUpstream()
      const channels = [
        await addRelayChannel(root, { base_url: upstream.url, models: 'backed', priority: 9 }),
        await addRelayChannel(root, { base_url: sound.url, models: 'backed' }),
      ]
      refuses(status, error)
      expect((await ask('chat', 'backed')).status).toBe(200)
      for (const id of channels) await root.remove(`/api/channel/${id}`)
      await sound.close()
    })
  })

  it.each<[Dialect, object]>([
    ['chat', { type: 'invalid_request_error', code: null, param: 'temperature' }],
    ['responses', { type: 'invalid_request_error', code: null, param: 'temperature' }],
    ['messages', { type: 'invalid_request_error' }],
    ['gemini', { code: 400, status: 'INVALID_ARGUMENT' }],
  ])('keeps what helps of a refused request, in the words of %s and of no other maker', async (dialect, expected) => {
    refuses(400, {
      message: 'temperature must be at most 2',
      type: 'INVALID_ARGUMENT',
      code: 400,
      param: 'temperature',
    })
    const { json, status } = await ask(dialect, 'plain')
    expect([status, json.error]).toMatchObject([400, expected])
    expect(json.error.message).toMatch(/^temperature must be at most 2 \(request id: /)
  })

  it.each<[Dialect, RegExp]>([
    ['chat', /^This model's maximum context length is 200000 tokens. However, your messages resulted in 215000 tokens/],
    ['responses', /^This model's maximum context length is 200000 tokens/],
    ['messages', /^prompt is too long: 215000 tokens > 200000 maximum/],
    ['gemini', /^The input token count \(215000\) exceeds the maximum number of tokens allowed \(200000\)/],
  ])('tells in the words of %s that a prompt is too long, whoever said so', async (dialect, words) => {
    for (const said of [
      'prompt is too long: 215000 tokens > 200000 maximum',
      'token limit: 200000 (requested: 215000)',
    ]) {
      refuses(400, { message: said })
      const { json, status } = await ask(dialect, 'plain')
      expect([status, json.error.message]).toEqual([400, expect.stringMatching(words)])
      if (dialect === 'chat' || dialect === 'responses') expect(json.error.code).toBe('context_length_exceeded')
    }
  })

  it('tells in the answer’s own form what an upstream said behind its first words, without what is the operator’s', async () => {
    const [first = ''] = chatEvents(['half'])
    upstream.does(async (_call, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(first)
      await new Promise((resolve) => setTimeout(resolve, 50))
      const error = { message: 'You exceeded the quota of account 4711', type: 'insufficient_quota', code: 429 }
      response.end(`data: ${JSON.stringify({ error })}\n\n`)
    })
    for (const dialect of ['chat', 'messages', 'responses'] as const) {
      const { text } = await ask(dialect, 'spoken', key, { stream: true })
      expect(text).toContain('half')
      expect(text).toContain('for the admin to fix')
      expect(text).not.toMatch(/4711|insufficient_quota|message_stop|response.completed/)
    }
  })

  it('tells a limit in each dialect’s headers, and that it is not to be waited for in silence where it lasts', async () => {
    const member = await gateway().asUser('hasty')
    await root.put('/api/user/', { id: member.userId, username: 'hasty', quota: 1_000_000 })
    const owner = (await addRelayToken(member)).key
    const limit = async (on: boolean, minutes: number) => {
      const options = {
        ModelRequestRateLimitEnabled: String(on),
        ModelRequestRateLimitDurationMinutes: String(minutes),
        ModelRequestRateLimitCount: '1',
      }
      for (const [name, value] of Object.entries(options)) await root.put('/api/option/', { key: name, value })
    }
    upstream.does((_call, response) => answerJson(response, 400, { error: { message: 'no' } }))
    await limit(true, 1)
    await ask('chat', 'plain', owner)
    const chat = await ask('chat', 'plain', owner)
    expect([chat.status, chat.json.error.code]).toEqual([429, 'rate_limit_exceeded'])
    const wait = Number(chat.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(60)
    expect(chat.headers.get('x-ratelimit-limit-requests')).toBe('1')
    expect(chat.headers.get('x-ratelimit-remaining-requests')).toBe('0')
    expect(chat.headers.get('x-ratelimit-reset-requests')).toMatch(/^\d+s$/)
    expect(chat.headers.get('x-should-retry')).toBeNull()
    const messages = await ask('messages', 'plain', owner)
    expect(messages.headers.get('anthropic-ratelimit-requests-limit')).toBe('1')
    expect(Date.parse(messages.headers.get('anthropic-ratelimit-requests-reset') ?? '')).toBeGreaterThan(Date.now())
    const google = await ask('gemini', 'plain', owner)
    expect(google.json.error.details.at(-1)).toMatchObject({ retryDelay: expect.stringMatching(/^\d+s$/) })
    await limit(true, 60)
    const long = await ask('chat', 'plain', owner)
    expect([long.status, long.headers.get('x-should-retry')]).toEqual([429, 'false'])
    await limit(false, 1)
  })
})
