import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnsweringUpstream, answerJson, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { chatBody } from '#testing/chat-answers.ts'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, callRelay, priceModels } from '#testing/relay-client.ts'
import { expectSettledBooks } from '#testing/settled-books.ts'

/** So many tokens of output are held at a time, at the dearer price. */
const stretch = 500 * 3
const step = { above: 100, input: 2, output: 3 }

eachGateway((gateway) => {
  let upstream: AnsweringUpstream
  let root: TestClient

  beforeAll(async () => {
    upstream = await startAnsweringUpstream(({ body }, response) =>
      body.stream === true
        ? streamWords(response)
        : answerJson(response, 200, chatBody({ content: 'Yes.' }, usageOf(Number(body.seed)))),
    )
    root = await gateway().asRoot()
    await priceModels(root, ['stepped', 'level'])
    await addRelayChannel(root, { base_url: upstream.url, models: 'stepped,level' })
    await root.put('/api/option/', { key: 'CompletionRatio', value: JSON.stringify({ stepped: 1, level: 1 }) })
    await root.put('/api/option/', { key: 'PriceStep', value: JSON.stringify({ stepped: [step] }) })
  })
  afterAll(() => upstream.close())
  expectSettledBooks(gateway)

  /** The row of a call, whose upstream counts so many tokens in the prompt. */
  const charged = async (model: string, prompt: number) => {
    const { key } = await addRelayToken(root)
    const answer = await callRelay(gateway(), key, { model, seed: prompt, max_tokens: 10, ...short })
    expect(answer.status).toBe(200)
    const [row] = (await root.get('/api/log/?p=1&page_size=1')).data.items
    return { quota: row.quota, content: row.content, step: JSON.parse(row.other).price_step }
  }

  describe('long prompts', () => {
    it('cost the step they fall in, as a whole, and the row tells which', async () => {
      expect(await charged('stepped', 100)).toMatchObject({ quota: 110, step: undefined })
      const long = await charged('stepped', 101)
      expect(long).toMatchObject({ quota: 2 * 101 + 3 * 10, step })
      expect(long.content).toContain('prompt above 100 tokens: input times 2, output times 3')
      expect(await charged('level', 101)).toMatchObject({ quota: 111, step: undefined })
    })

    it('are held at their step: who has enough for the usual price alone is refused before anything is sent', async () => {
      const balance = 1000
      const call = async (model: string) => {
        const { key } = await addRelayToken(root, { unlimited_quota: false, remain_quota: balance })
        const before = upstream.calls.length
        const { status } = await callRelay(gateway(), key, { model, seed: 900, max_tokens: 10, ...long })
        return { status, sent: upstream.calls.length - before }
      }
      expect(await call('level')).toEqual({ status: 200, sent: 1 })
      expect(await call('stepped')).toEqual({ status: 403, sent: 0 })
    })

    it('make a running answer dearer too: it ends within a stretch of what there is', async () => {
      const { id, key } = await addRelayToken(root, { unlimited_quota: false, remain_quota: 10_000 })
      const answer = await callRelay(gateway(), key, { model: 'stepped', stream: true, ...long })
      expect(answer.text).toContain('quota')
      const [row] = (await root.get('/api/log/?p=1&page_size=1')).data.items
      expect(JSON.parse(row.other)).toMatchObject({ price_step: step, stream_error: 'out_of_quota' })
      expect((await root.get(`/api/token/${id}`)).data.remain_quota).toBeGreaterThan(-stretch)
    })

    it('have steps that rise, or the option is refused', async () => {
      const steps = [step, { above: 50, input: 3, output: 3 }]
      const refused = await root.put('/api/option/', { key: 'PriceStep', value: JSON.stringify({ stepped: steps }) })
      expect(refused.message).toContain('from shorter prompts to longer ones')
      const cheaper = JSON.stringify({ stepped: [{ ...step, input: 0.5 }] })
      expect((await root.put('/api/option/', { key: 'PriceStep', value: cheaper })).success).toBe(false)
    })

    it('are told on the price list', async () => {
      const { data } = await root.get('/api/pricing')
      const steps = (name: string) => data.find((each: { model_name: string }) => each.model_name === name)?.price_steps
      expect([steps('stepped'), steps('level')]).toEqual([[step], []])
    })
  })
})

/** More words than the balance pays for, some at a time, so that the gateway can end the stream when nothing is left. */
const streamWords = async (response: ServerResponse): Promise<void> => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (let written = 0; written < 8000 && !response.destroyed; written += 50) {
    const choices = [{ index: 0, delta: { content: 'plain words '.repeat(25) } }]
    response.write(`data: ${JSON.stringify({ id: 'x', choices })}\n\n`)
    await new Promise((resolve) => setImmediate(resolve))
  }
  response.end('data: [DONE]\n\n')
}

const usageOf = (prompt: number) => ({ prompt_tokens: prompt, completion_tokens: 10, total_tokens: prompt + 10 })
const short = { messages: [{ role: 'user', content: 'Yes?' }] }
/** Some 1,200 tokens by estimate. */
const long = { messages: [{ role: 'user', content: 'plain words '.repeat(500) }] }
