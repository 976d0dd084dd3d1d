import { expect, it } from 'vitest'
import { namedEvents, type Told } from '#testing/vendor-server.ts'
import { vendorSuite, vendorText, vendorTool } from '#testing/vendor-suite.ts'

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
