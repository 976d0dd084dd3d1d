import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findBrokenInvariants, findWrongCharges } from '#server/db/invariants.ts'
import { recomputeRow } from '#server/domain/money/recomputed-row.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'
import { startTestGateway, type TestGateway } from './gateway.ts'
import { addRelayChannel, addRelayToken, callPath, priceModels, type RelayAnswer } from './relay-client.ts'
import { startVendor, type Told, type Vendor, type VendorCall } from './vendor-server.ts'

/** A vendor as its own documents describe it: what it must be asked, and what it answers. */
export type VendorFacts = {
  channel: { type: number } & Record<string, unknown>
  model: string
  /** Whether a call shows who it is from, worked out anew; without it nothing is answered. */
  admits: (call: VendorCall) => boolean
  /** What it gives before it is asked anything, such as a token for a key. */
  gives?: (call: VendorCall) => Told | undefined
  /** The text of the answers is `vendorText`. */
  whole: { path: string; asks: unknown; told: Told }
  stream: { path: string; asks: unknown; told: Told }
  /** The answer calls `vendorTool`; without it, tools are refused by name and nothing is asked. */
  tool?: { asks: unknown; told: Told }
  /** `problem`: what the client reads of it. */
  failure: { told: Told; status: number; problem: { message: string } & Record<string, unknown> }
  /** What the answers say they used, all three of them; `quota` where some of it is cheaper or dearer. */
  used: { prompt: number; completion: number; quota?: number }
}

export const vendorText = 'Water finds its way.'
export const vendorTool = { name: 'get_weather', arguments: { city: 'Paris' } }

const question = { messages: [{ role: 'user', content: 'Say something.' }], max_tokens: 50 }
const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const tools = [{ type: 'function', function: { name: vendorTool.name, description: 'Tells the weather.', parameters } }]

export type VendorBench = {
  vendor: Vendor
  gateway: TestGateway
  key: string
  call: (body: Record<string, unknown>, path?: string, headers?: Record<string, string>) => Promise<RelayAnswer>
  addChannel: (fields: Record<string, unknown>) => Promise<number>
  /** The log row of an answer. */
  rowOf: (answer: RelayAnswer) => Promise<Record<string, unknown> | undefined>
}

/** A gateway with one channel to a vendor's server; its models cost one quota a token. */
export const vendorBench = (
  models: readonly string[],
  channel: Record<string, unknown>,
  prepare?: (vendor: Vendor) => Record<string, unknown>,
): (() => VendorBench) => {
  let opened: TestDatabase
  let bench: VendorBench
  beforeAll(async () => {
    opened = await openTestDatabase('sqlite')
    const vendor = await startVendor()
    const gateway = await startTestGateway({ place: opened.place })
    const root = await gateway.asRoot()
    await priceModels(root, models)
    const addChannel = (fields: Record<string, unknown>) =>
      addRelayChannel(root, { base_url: vendor.url, models: models.join(','), auto_ban: 0, ...fields })
    await addChannel({ ...channel, ...prepare?.(vendor) })
    const { key } = await addRelayToken(root)
    bench = {
      vendor,
      gateway,
      key,
      addChannel,
      call: (body, path = '/v1/chat/completions', headers = {}) => callPath(gateway, key, path, body, headers),
      rowOf: async ({ requestId }) => {
        await gateway.plane.domain.ledger.drain()
        const { items } = (await root.get('/api/log/?p=1&page_size=100&type=2')).data
        return items.find((row: { request_id: string }) => row.request_id === requestId)
      },
    }
  })
  afterEach(async () => {
    const { database, domain } = bench.gateway.plane
    await domain.ledger.drain()
    expect(await findBrokenInvariants(database)).toEqual([])
    expect(await findWrongCharges(database, recomputeRow)).toEqual([])
    // A channel that rests for what one test had it refuse is there for the next.
    for (const id of domain.pool.ids()) domain.health.forget(id)
  })
  afterAll(async () => {
    await bench?.gateway.close()
    await bench?.vendor.close()
    await opened?.remove()
  })
  return () => bench
}

/** What every vendor must do, asked through the front door by a client that speaks OpenAI's chat. */
export const vendorSuite = (
  { channel, model, admits, gives = () => undefined, whole, stream, tool, failure, used }: VendorFacts,
  more?: (bench: () => VendorBench) => void,
): void => {
  const named = typeof channel.models === 'string' ? channel.models.split(',') : [model]
  const bench = vendorBench(named, channel)

  const tell = (told: Told): void =>
    bench().vendor.tell(
      (call) => gives(call) ?? (admits(call) ? told : { status: 401, body: { error: { message: 'who are you?' } } }),
    )
  const lastCall = (): VendorCall | undefined => bench().vendor.calls.findLast((call) => gives(call) === undefined)
  const expectCharged = async (answer: RelayAnswer): Promise<void> => {
    expect(await bench().rowOf(answer)).toMatchObject({
      prompt_tokens: used.prompt,
      completion_tokens: used.completion,
      quota: used.quota ?? used.prompt + used.completion,
    })
  }

  describe('a client that speaks chat', () => {
    it('is answered whole, and charged what the vendor says was used', async () => {
      tell(whole.told)
      const answer = await bench().call({ model, ...question })
      expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 })
      expect(answer.json).toMatchObject({
        model,
        choices: [{ message: { role: 'assistant', content: vendorText }, finish_reason: 'stop' }],
        usage: { prompt_tokens: used.prompt, completion_tokens: used.completion },
      })
      expect(lastCall()).toMatchObject({ method: 'POST', path: whole.path, body: whole.asks })
      await expectCharged(answer)
    })

    it('is streamed to, and charged the same', async () => {
      tell(stream.told)
      const answer = await bench().call({ model, ...question, stream: true, stream_options: { include_usage: true } })
      const chunks = chunksOf(answer)
      expect(answer.text.endsWith('data: [DONE]\n\n')).toBe(true)
      expect(chunks.map((chunk) => chunk.choices[0]?.delta?.content ?? '').join('')).toBe(vendorText)
      expect(chunks.findLast((chunk) => chunk.choices[0]?.finish_reason)?.choices[0].finish_reason).toBe('stop')
      expect(chunks.findLast((chunk) => chunk.usage)?.usage).toMatchObject({
        prompt_tokens: used.prompt,
        completion_tokens: used.completion,
      })
      expect(lastCall()).toMatchObject({ path: stream.path, body: stream.asks })
      await expectCharged(answer)
    })

    it('is told of a call to its tool', async () => {
      tell(tool?.told ?? whole.told)
      const answer = await bench().call({ model, ...question, tools })
      if (tool === undefined) {
        expect(answer.status).toBe(400)
        expect(answer.json.error.message).toContain('tools')
        return
      }
      expect(answer.json).toMatchObject({ choices: [{ finish_reason: 'tool_calls' }] })
      const [call] = answer.json.choices[0].message.tool_calls
      expect(call).toMatchObject({
        type: 'function',
        id: expect.stringMatching(/./),
        function: { name: vendorTool.name },
      })
      expect(JSON.parse(call.function.arguments)).toEqual(vendorTool.arguments)
      expect(lastCall()).toMatchObject({ body: tool.asks })
      await expectCharged(answer)
    })

    it('is told what went wrong, and charged nothing', async () => {
      tell(failure.told)
      const answer = await bench().call({ model, ...question })
      expect(answer.status).toBe(failure.status)
      const { message } = failure.problem
      expect(answer.json.error).toMatchObject({ ...failure.problem, message: expect.stringContaining(message) })
      expect(await bench().rowOf(answer)).toBeUndefined()
    })
  })

  if (more !== undefined) more(bench)
}

/** The chunks of a streamed answer. */
export const chunksOf = ({ text }: RelayAnswer): ReturnType<typeof JSON.parse>[] =>
  text
    .split('\n\n')
    .filter((event) => event.startsWith('data: {'))
    .map((event) => JSON.parse(event.slice('data: '.length)))
