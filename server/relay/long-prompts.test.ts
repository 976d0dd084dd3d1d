import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnsweringUpstream } from '#testing/answering-upstream.ts'
import { questions, startAnyDialect } from '#testing/any-dialect.ts'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, callPath, priceModels } from '#testing/relay-client.ts'

const long = 'The notes describe a plan in three steps. '.repeat(60)

/** The same question in each dialect, with more to read before it. */
const lengthened = (body: object): object => JSON.parse(JSON.stringify(body).replace('Hi.', long))

/** How a client of each dialect hears of a prompt that is too long. */
const refusals = {
  chat: { error: { code: 'context_length_exceeded' } },
  responses: { error: { code: 'context_length_exceeded' } },
  messages: { type: 'error', error: { type: 'invalid_request_error' } },
  gemini: { error: { code: 400, status: 'INVALID_ARGUMENT' } },
}
/** The words on which programs of each dialect shorten a conversation. */
const words = {
  chat: /maximum context length is 200 tokens. However, your messages resulted in \d{3,} tokens/,
  responses: /maximum context length is 200 tokens. However, your messages resulted in \d{3,} tokens/,
  messages: /^prompt is too long: \d{3,} tokens > 200 maximum/,
  gemini: /^The input token count \(\d{3,}\) exceeds the maximum number of tokens allowed \(200\)/,
}
const dialects = ['chat', 'responses', 'messages', 'gemini'] as const

eachGateway((gateway) => {
  let small: AnsweringUpstream
  let large: AnsweringUpstream
  let root: TestClient
  let key: string
  let smallest: number

  beforeAll(async () => {
    small = await startAnyDialect()
    large = await startAnyDialect()
    root = await gateway().asRoot()
    await priceModels(root, ['m', 'small'])
    const models = 'm,small'
    smallest = await addRelayChannel(root, { base_url: small.url, models, priority: 9, max_input_tokens: 200 })
    await addRelayChannel(root, { base_url: small.url, models: 'small', max_input_tokens: 100 })
    await addRelayChannel(root, { base_url: large.url, models: 'm' })
    key = (await addRelayToken(root)).key
  })
  afterAll(async () => {
    await small?.close()
    await large?.close()
  })

  const ask = ({ path, body }: { path: string; body: object }, owner = key) => callPath(gateway(), owner, path, body)

  describe.each(dialects)('a channel’s most input tokens, asked in %s', (dialect) => {
    it('lets a short prompt through, and sends a longer one to a channel that takes it', async () => {
      const { path, body } = questions[dialect]('m')
      const before = [small.calls.length, large.calls.length]
      expect((await ask({ path, body })).status).toBe(200)
      expect([small.calls.length, large.calls.length]).toEqual([Number(before[0]) + 1, before[1]])
      expect((await ask({ path, body: lengthened(body) })).status).toBe(200)
      expect([small.calls.length, large.calls.length]).toEqual([Number(before[0]) + 1, Number(before[1]) + 1])
    })

    it('refuses what none takes, with the length and the limit, and charges nothing', async () => {
      const { path, body } = questions[dialect]('small')
      const before = small.calls.length
      const used = (await root.get('/api/user/self')).data.used_quota
      const answer = await ask({ path, body: lengthened(body) })
      expect([answer.status, answer.json]).toMatchObject([400, refusals[dialect]])
      expect(answer.json.error.message).toMatch(words[dialect])
      expect(small.calls.length).toBe(before)
      await gateway().plane.domain.ledger.drain()
      expect((await root.get('/api/user/self')).data.used_quota).toBe(used)
    })
  })

  it('holds for who picks the channel as well, and is told in the trace of a call that went elsewhere', async () => {
    const { path, body } = questions.chat('m')
    const picked = await ask({ path, body: lengthened(body) }, `${key}-${smallest}`)
    expect([picked.status, picked.json.error.code]).toEqual([400, 'context_length_exceeded'])
    const { requestId } = await ask({ path, body: lengthened(body) })
    await expect
      .poll(async () => {
        const { items } = (await root.get('/api/log/?p=1&page_size=10&type=2')).data
        const row = items.find((each: { request_id: string }) => each.request_id === requestId)
        return row && JSON.parse(row.other).admin_info.skipped
      })
      .toEqual([{ channel: smallest, reason: 'too_long' }])
  })
})
