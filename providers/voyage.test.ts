import { describe, expect, it } from 'vitest'
import { vendorBench } from '#testing/vendor-suite.ts'

const models = ['voyage-3.5', 'rerank-2.5']

describe('a channel for vectors and ranks', () => {
  const bench = vendorBench(models, { type: 1021, key: 'pa-1' })

  it('embeds texts, in the form that was asked for', async () => {
    bench().vendor.tell({ body: { data: [{ embedding: [0.5], index: 0 }], usage: { total_tokens: 4 } } })
    const body = { model: 'voyage-3.5', input: ['a'], dimensions: 256, encoding_format: 'base64' }
    const told = await bench().call(body, '/v1/embeddings')
    expect(told.json.data[0].embedding).toBe(Buffer.from(new Float32Array([0.5]).buffer).toString('base64'))
    const call = bench().vendor.calls.at(-1)
    expect(call).toMatchObject({ path: '/v1/embeddings', body: { input: ['a'], output_dimension: 256 } })
    expect(call?.body).not.toHaveProperty('encoding_format')
    expect(await bench().rowOf(told)).toMatchObject({ prompt_tokens: 4 })
  })

  it('puts documents in order and loses none', async () => {
    const data = [
      { index: 1, relevance_score: 0.9 },
      { index: 0, relevance_score: 0.1 },
    ]
    bench().vendor.tell({ body: { object: 'list', data, usage: { total_tokens: 6 } } })
    const body = { model: 'rerank-2.5', query: 'q', documents: ['a', 'b'], top_n: 2 }
    const told = await bench().call(body, '/v1/rerank')
    expect(told.json.results).toMatchObject([{ index: 1 }, { index: 0 }])
    expect(bench().vendor.calls.at(-1)).toMatchObject({ path: '/v1/rerank', body: { top_k: 2 } })
    expect(await bench().rowOf(told)).toMatchObject({ prompt_tokens: 6 })
  })
})
