import { describe, expect, it } from 'vitest'
import { namedEvents, type Told } from '#testing/vendor-server.ts'
import { vendorBench, vendorSuite, vendorText, vendorTool } from '#testing/vendor-suite.ts'

const model = 'command-a-03-2025'
const usage = { billed_units: { input_tokens: 5, output_tokens: 7 }, tokens: { input_tokens: 12, output_tokens: 7 } }
const whole = (message: Record<string, unknown>, finish: string): Told => ({
  body: { id: 'c1', finish_reason: finish, message: { role: 'assistant', ...message }, usage },
})
const made = { name: vendorTool.name, arguments: JSON.stringify(vendorTool.arguments) }
const content = (text: string) => ({ index: 0, delta: { message: { content: { text } } } })

vendorSuite(
  {
    channel: { type: 34, key: 'co-1', models: `${model},embed-v4.0,rerank-v3.5` },
    model,
    admits: ({ headers }) => headers.authorization === 'Bearer co-1',
    whole: {
      path: '/v2/chat',
      asks: { model, stream: false, max_tokens: 50, messages: [{ role: 'user', content: 'Say something.' }] },
      told: whole({ content: [{ type: 'text', text: vendorText }] }, 'COMPLETE'),
    },
    stream: {
      path: '/v2/chat',
      asks: { model, stream: true },
      told: namedEvents(
        { type: 'message-start', ...{ id: 'c1', delta: { message: { role: 'assistant' } } } },
        { type: 'content-start', ...{ index: 0, delta: { message: { content: { type: 'text', text: '' } } } } },
        { type: 'content-delta', ...content('Water finds') },
        { type: 'content-delta', ...content(' its way.') },
        { type: 'content-end', ...{ index: 0 } },
        { type: 'message-end', ...{ delta: { finish_reason: 'COMPLETE', usage } } },
      ),
    },
    tool: {
      asks: { tools: [{ type: 'function', function: { name: vendorTool.name } }] },
      told: whole({ tool_plan: 'Look.', tool_calls: [{ id: 'get_1', type: 'function', function: made }] }, 'TOOL_CALL'),
    },
    failure: {
      told: { status: 422, body: { id: 'e', message: 'messages must not be empty' } },
      status: 422,
      problem: { message: 'messages must not be empty' },
    },
    used: { prompt: 12, completion: 7 },
  },
  (bench) => {
    it('embeds texts for the purpose that the client names, and is paid by the word', async () => {
      const meta = { billed_units: { input_tokens: 4 } }
      bench().vendor.tell({ body: { id: 'e', embeddings: { float: [[0.5], [1]] }, texts: [], meta } })
      const told = await bench().call({ model: 'embed-v4.0', input: ['a', 'b'], dimensions: 256 }, '/v1/embeddings')
      expect(bench().vendor.calls.at(-1)).toMatchObject({
        path: '/v2/embed',
        body: {
          model: 'embed-v4.0',
          texts: ['a', 'b'],
          input_type: 'search_document',
          embedding_types: ['float'],
          output_dimension: 256,
        },
      })
      expect(told.json.data).toMatchObject([{ embedding: [0.5] }, { embedding: [1] }])
      expect(await bench().rowOf(told)).toMatchObject({ prompt_tokens: 4 })
    })

    it('puts documents in order, and gives them back where the client wants them', async () => {
      const results = [
        { index: 1, relevance_score: 0.9 },
        { index: 0, relevance_score: 0.1 },
      ]
      bench().vendor.tell({ body: { id: 'r', results, meta: { billed_units: { search_units: 1 } } } })
      const body = { model: 'rerank-v3.5', query: 'q', documents: ['a', { text: 'b' }], return_documents: true }
      const told = await bench().call(body, '/v1/rerank')
      expect(bench().vendor.calls.at(-1)).toMatchObject({
        path: '/v2/rerank',
        body: { model: 'rerank-v3.5', query: 'q', documents: ['a', 'b'] },
      })
      expect(told.json.results).toMatchObject([
        { index: 1, relevance_score: 0.9, document: { text: 'b' } },
        { index: 0, relevance_score: 0.1, document: { text: 'a' } },
      ])
      expect((await bench().rowOf(told))?.prompt_tokens).toBe(6)
    })
  },
)

describe.each([
  ['its own maker', { type: 34, key: 'co-1' }],
  ['another vendor', { type: 1021, key: 'pa-1' }],
] as const)('a client of this maker, whose model is at %s', (_name, channel) => {
  const own = channel.type === 34
  const bench = vendorBench(['vectors', 'ranks'], channel)
  const tellVectors = () =>
    bench().vendor.tell({
      body: own
        ? { id: 'e', embeddings: { float: [[0.5], [1]] }, texts: [], meta: { billed_units: { input_tokens: 4 } } }
        : { data: [0.5, 1].map((each, index) => ({ index, embedding: [each] })), usage: { total_tokens: 4 } },
    })
  const meta = (version: string) => ({ api_version: { version }, billed_units: { input_tokens: 4 } })

  it('is told vectors by their type, or in letters', async () => {
    tellVectors()
    const asked = { model: 'vectors', texts: ['a', 'b'], input_type: 'search_query', embedding_types: ['float'] }
    const told = await bench().call(asked, '/v2/embed')
    expect(told.json).toMatchObject({ embeddings: { float: [[0.5], [1]] }, texts: ['a', 'b'], meta: meta('2') })
    expect(bench().vendor.calls.at(-1)?.body).toMatchObject(
      own ? { texts: ['a', 'b'], input_type: 'search_query' } : { input: ['a', 'b'], input_type: 'query' },
    )
    expect(await bench().rowOf(told)).toMatchObject({ prompt_tokens: 4, quota: 4 })
    const inputs = ['a', 'b'].map((text) => ({ content: [{ type: 'text', text }] }))
    const packed = await bench().call({ model: 'vectors', inputs, embedding_types: ['base64'] }, '/v2/embed')
    expect(packed.json.embeddings.base64[0]).toBe(Buffer.from(new Float32Array([0.5]).buffer).toString('base64'))
  })

  it('is told bare vectors by the interface before', async () => {
    tellVectors()
    const told = await bench().call({ model: 'vectors', texts: ['a', 'b'] }, '/v1/embed')
    expect(told.json).toMatchObject({
      ...{ response_type: 'embeddings_floats', embeddings: [[0.5], [1]], meta: meta('1') },
    })
  })

  it('is told an order of documents', async () => {
    const results = [0.1, 0.9].map((relevance_score, index) => ({ index, relevance_score }))
    bench().vendor.tell({ body: own ? { id: 'r', results } : { data: results, usage: { total_tokens: 6 } } })
    const told = await bench().call({ model: 'ranks', query: 'q', documents: ['a', 'b'], top_n: 1 }, '/v2/rerank')
    expect(told.json).toMatchObject({
      results: [{ index: 1, relevance_score: 0.9 }],
      meta: { billed_units: { search_units: 1 } },
    })
    expect((await bench().rowOf(told))?.prompt_tokens).toBe(6)
  })

  it.each([
    [{ texts: [] }, 'texts'],
    [{ texts: ['a'], embedding_types: ['int8'] }, 'embedding_types'],
    [{ images: ['data:image/png;base64,AA=='] }, 'images'],
  ])('is refused in its own words: %o', async (asked, member) => {
    const told = await bench().call({ model: 'vectors', ...asked }, '/v2/embed')
    expect([told.status, told.json]).toEqual([400, { message: expect.stringMatching(`^${member}`) }])
  })
})
