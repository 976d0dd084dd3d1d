import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnsweringUpstream, answerJson, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { chatBody } from '#testing/chat-answers.ts'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, callRelay, priceModels } from '#testing/relay-client.ts'
import { expectSettledBooks } from '#testing/settled-books.ts'

const messages = [{ role: 'user', content: 'Tell me how water finds its way through the gate. '.repeat(20) }]
const paidFor = 10
const models = ['twice', 'fivefold', 'twelvefold', 'twice-unseen', 'fivefold-unseen', 'hundredfold', 'shared']

eachGateway((gateway) => {
  let upstream: AnsweringUpstream
  let root: TestClient
  let spenders = 0
  let toldTimes = 1

  beforeAll(async () => {
    upstream = await startAnsweringUpstream(async (_call, response) => {
      // All that were admitted are under way together.
      await new Promise((resolve) => setTimeout(resolve, 100))
      const prompt_tokens = estimate * toldTimes
      const usage = { prompt_tokens, completion_tokens: 1, total_tokens: prompt_tokens + 1 }
      answerJson(response, 200, chatBody({ content: 'Yes.' }, usage))
    })
    root = await gateway().asRoot()
    await priceModels(root, models)
    await addRelayChannel(root, { base_url: upstream.url, models: models.join(',') })
  })
  afterAll(() => upstream.close())
  expectSettledBooks(gateway)

  /** As the gateway estimates it (protocols/openai-chat). */
  let estimate = 0
  const learned = (model: string) =>
    gateway().plane.domain.promptRatios.expected(model, estimate, () =>
      gateway().plane.domain.pool.candidates('default', model),
    )

  const newSpender = async (quota: number) => {
    spenders += 1
    const username = `spender${spenders}`
    const member = await gateway().asUser(username)
    await root.put('/api/user/', { id: member.userId, username, quota })
    return { member, key: (await addRelayToken(member)).key }
  }

  /** So many calls at once against a balance for ten: how many were served, and what is left. */
  const spend = async (model: string, atOnce: number) => {
    const { member, key } = await newSpender(paidFor * (estimate * toldTimes + 1))
    const body = { model, messages, max_tokens: 1 }
    const answers = await Promise.all(Array.from({ length: atOnce }, () => callRelay(gateway(), key, body)))
    await gateway().plane.domain.ledger.drain()
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status !== 200 && status !== 403)).toEqual([])
    const left: number = (await member.get('/api/user/self')).data.quota
    return { served: statuses.filter((status) => status === 200).length, left }
  }

  const learn = async (model: string) => {
    const { key } = await newSpender(100_000_000)
    for (let turn = 0; turn < 3; turn += 1) {
      expect((await callRelay(gateway(), key, { model, messages, max_tokens: 1 })).status).toBe(200)
    }
  }

  describe('a hold', () => {
    beforeAll(async () => {
      const { openaiChat } = await import('#protocols/openai-chat/index.ts')
      estimate = openaiChat.request.outline({ model: 'twice', messages, max_tokens: 1 }).promptEstimate
    })

    it.each([
      ['twice', 2],
      ['fivefold', 5],
      ['twelvefold', 12],
    ])(
      'T01: follows what an upstream tells of prompts, so that ten are served of ten paid for: %s',
      async (model, times) => {
        toldTimes = times
        await learn(model)
        expect(learned(model)).toBe(estimate * times)
        const { served, left } = await spend(model, 1000)
        expect(served).toBeLessThanOrEqual(paidFor)
        expect(served).toBeGreaterThanOrEqual(paidFor - 1)
        expect(left).toBeGreaterThanOrEqual(0)
      },
    )

    it.each([
      ['twice-unseen', 2],
      ['fivefold-unseen', 5],
    ])('lets through what is estimated until the first is told, and the log says so: %s', async (model, times) => {
      toldTimes = times
      const { served, left } = await spend(model, 1000)
      const balance = paidFor * (estimate * times + 1)
      expect(served).toBeLessThanOrEqual(paidFor * times + 1)
      expect(left).toBeGreaterThanOrEqual(-(times - 1) * balance - (estimate * times + 1))
      const warned = gateway().logLines.filter((line) => line.includes('holds follow') && line.includes(`"${model}"`))
      expect(warned).toHaveLength(1)
    })

    it('goes no further than its bound: beyond it each call costs more than it held, and the log says so', async () => {
      toldTimes = 100
      await learn('hundredfold')
      const held = learned('hundredfold')
      expect(held).toBe(16_384)
      const { served, left } = await spend('hundredfold', 200)
      const balance = paidFor * (estimate * toldTimes + 1)
      expect(served).toBeLessThanOrEqual(Math.ceil(balance / held))
      expect(left).toBeGreaterThanOrEqual(balance - Math.ceil(balance / held) * (estimate * toldTimes + 1))
      const warned = gateway().logLines.filter(
        (line) => line.includes('than holds follow') && line.includes('hundredfold'),
      )
      expect(warned).toHaveLength(1)
    })

    it('comes down slowly, has a bound, and leaves prompts of another size alone', async () => {
      const { promptRatios } = gateway().plane.domain
      const learnOf = (told: number) => promptRatios.learn({ model: 'shared', channel: 1, estimate: 1000, told })
      const expected = (of: number) => promptRatios.expected('shared', of, () => [{ id: 1 }])
      learnOf(100_000)
      expect(expected(1000)).toBe(16_384)
      expect(expected(10)).toBe(0)
      expect(expected(10_000)).toBe(0)
      expect(promptRatios.expected('shared', 1000, () => [{ id: 2 }])).toBe(0)
      learnOf(1000)
      expect(expected(1000)).toBeGreaterThan(15_500)
      for (let turn = 0; turn < 300; turn += 1) learnOf(900)
      expect(expected(1000)).toBe(0)
    })
  })
})
