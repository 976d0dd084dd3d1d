import { beforeAll, describe, expect, it } from 'vitest'
import type { Told } from '#testing/vendor-server.ts'
import { vendorBench } from '#testing/vendor-suite.ts'

type Asked = { size?: string; n?: number; response_format?: string; seed?: number }
type Painter = {
  type: number
  model: string
  fields?: Record<string, unknown>
  asks?: Asked
  /** What the vendor is asked at its own place, and answers there. */
  path: string
  body: object
  told: Told
  /** What the client reads. */
  data: object[]
  usage?: object
  row: object
}

/** By the piece: what one costs at the ratio of the others here, unless it has a price. */
const byPiece = (pieces: number, price = 1250) => ({ prompt_tokens: 0, completion_tokens: 0, quota: pieces * price })
const prompt = 'A gate in the rain.'
const image = Buffer.from('a picture').toString('base64')
const predictions = [
  { mimeType: 'image/png', bytesBase64Encoded: image },
  { mimeType: 'image/png', bytesBase64Encoded: image },
]
const imagen = {
  instances: [{ prompt }],
  parameters: { sampleCount: 2, aspectRatio: '16:9', personGeneration: 'allow_adult', sampleImageSize: '2K' },
}

const painters: readonly Painter[] = [
  {
    ...{ type: 24, model: 'imagen-4.0-generate-001', asks: { n: 2, size: '1792x1024' } },
    ...{ path: '/v1beta/models/imagen-4.0-generate-001:predict', body: imagen, told: { body: { predictions } } },
    ...{ data: [{ b64_json: image }, { b64_json: image }], row: byPiece(4, 20_000) },
  },
  {
    ...{ type: 41, model: 'imagen-3.0-generate-002', asks: { n: 2, size: '1792x1024', response_format: 'b64_json' } },
    ...{ path: '/v1/publishers/google/models/imagen-3.0-generate-002:predict', body: imagen },
    ...{ told: { body: { predictions } }, data: [{ b64_json: image }, { b64_json: image }], row: byPiece(4, 15_000) },
  },
  {
    ...{ type: 24, model: 'gemini-2.5-flash-image', asks: { size: '1024x1536' } },
    path: '/v1beta/models/gemini-2.5-flash-image:generateContent',
    body: {
      contents: [{ role: 'user', parts: [{ text: prompt }] }],
      generationConfig: { responseModalities: ['IMAGE'], imageConfig: { aspectRatio: '2:3' } },
    },
    told: {
      body: {
        candidates: [
          {
            content: { parts: [{ text: 'Here.' }, { inlineData: { mimeType: 'image/png', data: image } }] },
            finishReason: 'STOP',
          },
        ],
        usageMetadata: {
          ...{ promptTokenCount: 6, candidatesTokenCount: 1290, totalTokenCount: 1296 },
          candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 1290 }],
        },
      },
    },
    data: [{ b64_json: image }],
    usage: { input_tokens: 6, output_tokens: 1290, total_tokens: 1296 },
    row: { prompt_tokens: 6, completion_tokens: 1290 },
  },
  {
    ...{ type: 35, model: 'image-01', asks: { n: 2, size: '1024x1024', seed: 7 }, path: '/v1/image_generation' },
    body: { model: 'image-01', prompt, n: 2, response_format: 'url', aspect_ratio: '1:1', seed: 7 },
    told: {
      body: { data: { image_urls: ['https://p.example/1', 'https://p.example/2'] }, base_resp: { status_code: 0 } },
    },
    ...{ data: [{ url: 'https://p.example/1' }, { url: 'https://p.example/2' }], row: byPiece(2) },
  },
  {
    ...{ type: 1035, model: 'image-01-live', asks: { response_format: 'b64_json' }, path: '/v1/image_generation' },
    body: { model: 'image-01-live', prompt, n: 1, response_format: 'base64' },
    told: { body: { data: { image_base64: [image] }, base_resp: { status_code: 0, status_msg: 'success' } } },
    ...{ data: [{ b64_json: image }], row: byPiece(1) },
  },
  {
    ...{ type: 17, model: 'qwen-image-plus', asks: { size: '1328x1328' } },
    path: '/api/v1/services/aigc/multimodal-generation/generation',
    body: {
      model: 'qwen-image-plus',
      input: { messages: [{ role: 'user', content: [{ text: prompt }] }] },
      parameters: { n: 1, size: '1328*1328' },
    },
    told: {
      body: {
        output: { choices: [{ message: { role: 'assistant', content: [{ image: 'https://p.example/3' }] } }] },
        ...{ usage: { image_count: 1 }, request_id: 'r1' },
      },
    },
    ...{ data: [{ url: 'https://p.example/3' }], row: byPiece(1) },
  },
  {
    ...{ type: 40, model: 'Qwen/Qwen-Image', asks: { n: 1, size: '1024x1024' }, path: '/v1/images/generations' },
    body: { model: 'Qwen/Qwen-Image', prompt, image_size: '1024x1024', batch_size: 1 },
    told: { body: { images: [{ url: 'https://p.example/4' }], data: [{ url: 'https://p.example/4' }], seed: 1 } },
    ...{ data: [{ url: 'https://p.example/4' }], row: byPiece(1) },
  },
]

describe('pictures', () => {
  const models = painters.map(({ model }) => model)
  const bench = vendorBench(models, { type: 1, key: 'k', models: 'none' })
  beforeAll(async () => {
    for (const { type, model, fields = {} } of painters)
      await bench().addChannel({ type, key: 'k', models: model, ...fields })
  })
  const ask = (model: string, asks: Asked = {}) => bench().call({ model, prompt, ...asks }, '/v1/images/generations')

  it.each(painters.map((painter) => [painter.model, painter] as const))(
    'are made by %s as its vendor makes them, and told as any others',
    async (model, { asks, path, body, told, data, usage, row }) => {
      bench().vendor.tell(told)
      const answer = await ask(model, asks)
      expect([answer.status, answer.json.data]).toEqual([200, data])
      if (usage !== undefined) expect(answer.json.usage).toMatchObject(usage)
      const call = bench().vendor.calls.at(-1)
      expect([call?.path, call?.body]).toEqual([path, body])
      expect(await bench().rowOf(answer)).toMatchObject(row)
    },
  )

  it('that were withheld are an error, which costs nothing', async () => {
    bench().vendor.tell({ body: { predictions: [{ raiFilteredReason: 'Not shown: a rule.' }] } })
    const answer = await ask('imagen-4.0-generate-001')
    expect([answer.status, answer.json.error.code]).toEqual([400, 'content_policy_violation'])
    expect(answer.json.error.message).toContain('Not shown')
    expect(await bench().rowOf(answer)).toBeUndefined()
  })

  it('that a vendor refuses under a success are refused', async () => {
    bench().vendor.tell({ body: { base_resp: { status_code: 1026, status_msg: 'sensitive words' } } })
    const answer = await ask('image-01')
    expect([answer.status, answer.json.error.message]).toEqual([400, expect.stringContaining('sensitive words')])
  })

  it.each([
    ['imagen-4.0-generate-001', { response_format: 'url' }, 'response_format'],
    ['qwen-image-plus', { response_format: 'b64_json' }, 'response_format'],
    ['gemini-2.5-flash-image', { n: 2 }, 'n'],
  ])('of %s are not asked for as it cannot give them: %o', async (model, asks, param) => {
    const before = bench().vendor.calls.length
    const answer = await ask(model, asks)
    expect([answer.status, answer.json.error.message]).toEqual([400, expect.stringMatching(`^${param}`)])
    expect(bench().vendor.calls).toHaveLength(before)
  })
})

describe('vectors of a vendor that has its own words for them', () => {
  const bench = vendorBench(['embo-01'], { type: 35, key: 'k' })

  it('are asked for by texts, and counted as it tells', async () => {
    bench().vendor.tell({ body: { vectors: [[0.5], [1]], total_tokens: 6, base_resp: { status_code: 0 } } })
    const answer = await bench().call({ model: 'embo-01', input: ['a', 'b'] }, '/v1/embeddings')
    expect(answer.json.data).toMatchObject([{ embedding: [0.5] }, { embedding: [1] }])
    expect(bench().vendor.calls.at(-1)).toMatchObject({
      path: '/v1/embeddings',
      body: { model: 'embo-01', texts: ['a', 'b'], type: 'db' },
    })
    expect(await bench().rowOf(answer)).toMatchObject({ prompt_tokens: 6, quota: 6 })
  })
})

describe('speech of a vendor that sends sound as letters', () => {
  const bench = vendorBench(['speech-02-hd'], { type: 35, key: 'k' })
  const speak = (more: object = {}) =>
    bench().call({ model: 'speech-02-hd', input: 'Water finds its way.', voice: 'calm', ...more }, '/v1/audio/speech')

  it('is asked for in its words, told as sound, and paid by the character', async () => {
    const sound = Buffer.from('RIFF....WAVEfmt sound that is no text at all')
    bench().vendor.tell({
      body: { data: { audio: sound.toString('hex'), status: 2 }, extra_info: {}, base_resp: { status_code: 0 } },
    })
    const answer = await speak({ response_format: 'wav', speed: 1.5 })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'audio/wav'])
    expect(answer.bytes.equals(sound)).toBe(true)
    expect(bench().vendor.calls.at(-1)).toMatchObject({ path: '/v1/t2a_v2' })
    expect(bench().vendor.calls.at(-1)?.body).toEqual({
      ...{ model: 'speech-02-hd', text: 'Water finds its way.', stream: false, output_format: 'hex' },
      ...{ voice_setting: { voice_id: 'calm', speed: 1.5 }, audio_setting: { format: 'wav' } },
    })
    expect(await bench().rowOf(answer)).toMatchObject({ prompt_tokens: 20, quota: 20 })
  })

  it('that is refused under a success is no sound, and costs nothing', async () => {
    bench().vendor.tell({ body: { base_resp: { status_code: 1026, status_msg: 'sensitive words' } } })
    const answer = await speak()
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect(await bench().rowOf(answer)).toBeUndefined()
  })

  it.each([
    [{ response_format: 'opus' }, 'response_format'],
    [{ stream_format: 'sse' }, 'stream_format'],
  ])('is not asked for as it cannot be given: %o', async (more, member) => {
    const answer = await speak(more)
    expect([answer.status, answer.json.error.message]).toEqual([400, expect.stringMatching(`^${member}`)])
  })
})
