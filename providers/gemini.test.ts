import { describe, expect, it } from 'vitest'
import { events, type Told } from '#testing/vendor-server.ts'
import { vendorBench, vendorSuite, vendorText, vendorTool } from '#testing/vendor-suite.ts'

const model = 'gemini-2.5-flash'
const usageMetadata = {
  promptTokenCount: 12,
  candidatesTokenCount: 4,
  thoughtsTokenCount: 3,
  totalTokenCount: 19,
}
const piece = (parts: unknown[], finishReason?: string) => ({
  candidates: [
    { index: 0, content: { role: 'model', parts }, ...(finishReason === undefined ? {} : { finishReason }) },
  ],
  modelVersion: model,
  responseId: 'r1',
  usageMetadata,
})
const whole = (...parts: unknown[]): Told => ({ body: piece(parts, 'STOP') })

vendorSuite(
  {
    channel: { type: 24, key: 'AIza-1' },
    model,
    admits: ({ headers, path }) => headers['x-goog-api-key'] === 'AIza-1' && !path.includes('AIza'),
    whole: {
      path: `/v1beta/models/${model}:generateContent`,
      asks: {
        contents: [{ role: 'user', parts: [{ text: 'Say something.' }] }],
        generationConfig: { maxOutputTokens: 50 },
      },
      told: whole({ text: vendorText }),
    },
    stream: {
      path: `/v1beta/models/${model}:streamGenerateContent?alt=sse`,
      asks: { contents: [{ role: 'user' }] },
      told: events(piece([{ text: 'Water finds' }]), piece([{ text: ' its way.' }], 'STOP')),
    },
    tool: {
      asks: { tools: [{ functionDeclarations: [{ name: vendorTool.name }] }] },
      told: whole({
        functionCall: { name: vendorTool.name, args: vendorTool.arguments },
        thoughtSignature: 'c2VhbA==',
      }),
    },
    failure: {
      told: {
        status: 400,
        body: [{ error: { code: 400, message: 'not like this', status: 'INVALID_ARGUMENT' } }],
      },
      status: 400,
      problem: { message: 'not like this', type: 'invalid_request_error', code: null },
    },
    used: { prompt: 12, completion: 7 },
  },
  (bench) => {
    it('passes a request of its own dialect on as it is', async () => {
      bench().vendor.tell(whole({ text: vendorText }))
      const body = { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }], odd: 1 }
      const told = await bench().call(body, `/v1beta/models/${model}:generateContent`)
      expect(told.json).toEqual(piece([{ text: vendorText }], 'STOP'))
      expect(bench().vendor.calls.at(-1)?.body).toEqual(body)
      expect(await bench().rowOf(told)).toMatchObject({ prompt_tokens: 12, completion_tokens: 7 })
    })
  },
)

describe('embeddings', () => {
  const bench = vendorBench(['embed', 'gemini-embedding-001'], {
    type: 24,
    key: 'AIza-1',
    model_mapping: '{"embed":"gemini-embedding-001"}',
  })
  const ask = (text: string, model = 'models/gemini-embedding-001') => ({ model, content: { parts: [{ text }] } })
  const place = '/v1beta/models/gemini-embedding-001'

  it('name the model in each of several asks', async () => {
    bench().vendor.tell({ body: { embeddings: [{ values: [0.5] }, { values: [1] }] } })
    const told = await bench().call({ model: 'embed', input: ['a', 'b'] }, '/v1/embeddings')
    expect(bench().vendor.calls.at(-1)).toMatchObject({
      path: `${place}:batchEmbedContents`,
      body: { requests: [ask('a'), ask('b')] },
    })
    expect(told.json.data.map((entry: { embedding: number[] }) => entry.embedding)).toEqual([[0.5], [1]])
  })

  it('name the mapped model where the request is passed on', async () => {
    bench().vendor.tell({ body: { embeddings: [{ values: [0.5] }] } })
    const body = { requests: [ask('a', 'models/embed')] }
    await bench().call(body, '/v1beta/models/embed:batchEmbedContents')
    expect(bench().vendor.calls.at(-1)?.body).toEqual({ requests: [ask('a')] })
  })

  it('of one text are asked for alone where the client does so', async () => {
    bench().vendor.tell({ body: { embedding: { values: [0.5] } } })
    const told = await bench().call({ content: { parts: [{ text: 'a' }] } }, '/v1beta/models/embed:embedContent')
    expect(bench().vendor.calls.at(-1)?.path).toBe(`${place}:embedContent`)
    expect(told.json).toMatchObject({ embedding: { values: [0.5] } })
    expect((await bench().rowOf(told))?.prompt_tokens).toBe(1)
  })
})
