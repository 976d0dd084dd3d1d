import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AnsweringUpstream, answerJson, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { chatBody } from '#testing/chat-answers.ts'
import type { TestClient, TestGateway } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, callPath, priceModels, removeChannels } from '#testing/relay-client.ts'
import { withTwoNodes } from '#testing/two-nodes.ts'

const native = (id: string) => ({
  ...{ id, object: 'response', status: 'completed', model: 'plain', created_at: 1 },
  output: [{ type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text: 'Native.' }] }],
  usage: { input_tokens: 10, output_tokens: 10, total_tokens: 20 },
})

withTwoNodes((nodes) => {
  let upstream: AnsweringUpstream
  let root: TestClient
  let key: string

  beforeAll(async () => {
    upstream = await startAnsweringUpstream(({ path }, response) =>
      answerJson(response, 200, path.endsWith('/responses') ? native('resp_upstream') : chatBody({ content: 'Kept.' })),
    )
    root = await nodes().one.asRoot()
    await priceModels(root, ['plain'])
    key = (await addRelayToken(root)).key
  })
  afterAll(() => upstream?.close())
  beforeEach(async () => {
    await removeChannels(root)
    await addRelayChannel(root, { type: 47, base_url: upstream.url, models: 'plain' })
    await everyNodeHas(1)
  })

  /** A change is announced to the other node, which then reads it. */
  const everyNodeHas = (channels: number) =>
    expect
      .poll(() =>
        [nodes().one, nodes().two].map(({ plane }) => plane.domain.pool.candidates('default', 'plain').length),
      )
      .toEqual([channels, channels])
  const ask = (node: TestGateway, body: object) => callPath(node, key, '/v1/responses', { model: 'plain', ...body })
  const say = async (node: TestGateway, input: string, previous_response_id?: string): Promise<string> => {
    const { status, json, text } = await ask(node, { input, ...(previous_response_id && { previous_response_id }) })
    expect([status, status === 200 ? '' : text]).toEqual([200, ''])
    return json.id
  }
  const of = async (node: TestGateway, id: string, method = 'GET') =>
    (await fetch(`${node.url}/v1/responses/${id}`, { method, headers: { authorization: `Bearer ${key}` } })).status
  const saidLast = () => upstream.calls.at(-1)?.body.messages.map(({ content }: { content: string }) => content)
  const missing = { status: 400, json: { error: { code: 'previous_response_not_found' } } }

  describe('a conversation that is kept here', () => {
    it('goes on at the other node, and back, by its ids and by the names of its items', async () => {
      const { one, two } = nodes()
      const first = await say(one, 'First.')
      const second = await say(two, 'Second.', first)
      expect(saidLast()).toEqual(['First.', 'Kept.', 'Second.'])
      await say(one, 'Third.', second)
      expect(saidLast()).toEqual(['First.', 'Kept.', 'Second.', 'Kept.', 'Third.'])
      expect([await of(one, second), await of(two, first)]).toEqual([200, 200])
    })

    it('is gone at every node when one turn of it was deleted at one', async () => {
      const { one, two } = nodes()
      const first = await say(one, 'First.')
      const second = await say(one, 'Second.', first)
      expect(await of(two, second)).toBe(200)
      expect(await of(two, first, 'DELETE')).toBe(200)
      for (const node of [one, two]) {
        expect(await of(node, first)).toBe(404)
        expect(await ask(node, { input: 'Third.', previous_response_id: second })).toMatchObject(missing)
      }
    })

    it('is gone at every node when it is too old', async () => {
      const { one, two } = nodes()
      const first = await say(one, 'First.')
      await one.plane.domain.responseMemory.drain()
      const older = sql<number>`created_at - ${400 * 24 * 3600}`
      await one.plane.database.query.updateTable('remembered_responses').set({ created_at: older }).execute()
      for (const node of [one, two]) {
        expect(await of(node, first)).toBe(404)
        expect(await ask(node, { input: 'Second.', previous_response_id: first })).toMatchObject(missing)
      }
    })

    it('is taken over whole by an upstream that keeps answers itself, and goes on there', async () => {
      const { one, two } = nodes()
      const first = await say(one, 'First.')
      const setting = JSON.stringify({ dialect: 'openai-responses' })
      await addRelayChannel(root, { type: 1, base_url: upstream.url, models: 'plain', priority: 9, setting })
      await everyNodeHas(2)
      const second = await say(two, 'Second.', first)
      const taken = upstream.calls.at(-1)?.body
      expect(taken.previous_response_id).toBeUndefined()
      expect(JSON.stringify(taken.input)).toMatch(/First\..*Kept\..*Second\./)
      expect(second).toBe('resp_upstream')
      await say(one, 'Third.', second)
      expect(upstream.calls.at(-1)?.body).toMatchObject({ previous_response_id: 'resp_upstream', input: 'Third.' })
    })

    it('that only an upstream kept is refused clearly where that upstream is no more', async () => {
      const setting = JSON.stringify({ dialect: 'openai-responses' })
      const own = { type: 1, base_url: upstream.url, models: 'plain', priority: 9, setting }
      const id = await addRelayChannel(root, own)
      await everyNodeHas(2)
      const first = await say(nodes().one, 'First.')
      await root.remove(`/api/channel/${id}`)
      await everyNodeHas(1)
      const before = upstream.calls.length
      const told = await ask(nodes().two, { input: 'Second.', previous_response_id: first })
      expect(told.status).toBeGreaterThanOrEqual(400)
      expect(told.status).toBeLessThan(500)
      expect(told.json.error.message).toContain('The channel that keeps response')
      expect(upstream.calls).toHaveLength(before)
    })
  })

  it('What one node learned of prompts is held by the other too', async () => {
    const { one, two } = nodes()
    one.plane.domain.promptRatios.learn({ model: 'learned', channel: 7, estimate: 1000, told: 3000 })
    await expect.poll(() => two.plane.domain.promptRatios.expected('learned', 1000, () => [{ id: 7 }])).toBe(3000)
  })
})
