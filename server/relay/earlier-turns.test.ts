import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type AnsweringUpstream,
  answerEvents,
  answerJson,
  startAnsweringUpstream,
} from '#testing/answering-upstream.ts'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, callPath, priceModels } from '#testing/relay-client.ts'
import { expectSettledBooks } from '#testing/settled-books.ts'

const turn = 15_000
const balance = 20_000

eachGateway((gateway) => {
  let upstream: AnsweringUpstream
  let root: TestClient
  let spenders = 0

  beforeAll(async () => {
    let made = 0
    const kept = new Map<string, object>()
    upstream = await startAnsweringUpstream(({ method, path, body }, response) => {
      if (method === 'GET') return answerJson(response, 200, kept.get(path.split('/').at(-1) ?? '') ?? {})
      made += 1
      const [input_tokens, output_tokens] = body.previous_response_id === undefined ? [turn - 50, 50] : [turn + 5, 50]
      const usage = { input_tokens, output_tokens, total_tokens: input_tokens + output_tokens }
      const whole = {
        id: `resp_${made}`,
        object: 'response',
        status: 'completed',
        model: body.model,
        output: [],
        usage,
      }
      kept.set(whole.id, whole)
      if (body.stream !== true) return answerJson(response, 200, whole)
      answerEvents(response, [
        { type: 'response.created', sequence_number: 0, response: { ...whole, status: 'in_progress', usage: null } },
        { type: 'response.completed', sequence_number: 1, response: whole },
      ])
    })
    root = await gateway().asRoot()
    await priceModels(root, ['gpt-4o'])
    await addRelayChannel(root, { base_url: upstream.url, models: 'gpt-4o' })
  })
  afterAll(() => upstream.close())
  expectSettledBooks(gateway)

  const asked = () => upstream.calls.filter(({ method }) => method === 'GET').length

  /** Goes on thirty times at once from a conversation of 15,000 tokens, with quota for one and a third of it. */
  const goOn = async ({ stream, forget }: { stream: boolean; forget: boolean }) => {
    spenders += 1
    const username = `speaker${spenders}`
    const member = await gateway().asUser(username)
    const give = (quota: number) => root.put('/api/user/', { id: member.userId, username, quota })
    await give(10_000_000)
    const { key } = await addRelayToken(member)
    const send = (body: object) =>
      callPath(gateway(), key, '/v1/responses', { model: 'gpt-4o', input: 'Go on.', max_output_tokens: 50, ...body })
    const id = /resp_\d+/.exec((await send({ stream })).text)?.[0] ?? ''
    const { storedResponses, ledger } = gateway().plane.domain
    await storedResponses.drain()
    const noted = await storedResponses.find(member.userId, id)
    if (forget && noted !== undefined) storedResponses.remember({ ...noted, contextTokens: undefined })
    await give(balance)
    const answers = await Promise.all(Array.from({ length: 30 }, () => send({ previous_response_id: id, stream })))
    await ledger.drain()
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status !== 200 && status !== 403)).toEqual([])
    const { quota } = (await member.get('/api/user/self')).data
    return { noted: noted?.contextTokens, served: statuses.filter((status) => status === 200).length, quota }
  }

  it.each([false, true])(
    'T01, T02: earlier turns count, so a debt is at most one call’s (streamed: %s)',
    async (stream) => {
      const before = asked()
      const { noted, served, quota } = await goOn({ stream, forget: false })
      expect(noted).toBe(turn)
      expect(served).toBeLessThanOrEqual(2)
      expect(quota).toBeGreaterThanOrEqual(-(turn + 55))
      expect(asked()).toBe(before)
    },
  )

  it('T01: what was not noted is asked for', async () => {
    const before = asked()
    const { served, quota } = await goOn({ stream: false, forget: true })
    expect(served).toBeGreaterThan(0)
    expect(quota).toBeGreaterThanOrEqual(-(turn + 55))
    expect(asked()).toBeGreaterThan(before)
  })
})
