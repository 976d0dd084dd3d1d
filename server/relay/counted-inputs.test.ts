import { beforeAll, describe, expect, it } from 'vitest'
import { answerJson } from '#testing/answering-upstream.ts'
import { oneFaultBench } from '#testing/fault-bench.ts'
import { callPath } from '#testing/relay-client.ts'

const model = 'counted'
const picture = `data:image/png;base64,${Buffer.alloc(30_000).toString('base64')}`

/** Whatever is asked for: vectors of both dialects, ranks, verdicts; and never a word of usage. */
const everything = {
  data: [{ index: 0, embedding: [0.5] }],
  embedding: { values: [0.5] },
  embeddings: [{ values: [0.5] }],
  results: [{ index: 0, relevance_score: 0.5 }],
}

const embed = '/v1/embeddings'
const embedContent = `/v1beta/models/${model}:embedContent`
const batchEmbed = `/v1beta/models/${model}:batchEmbedContents`
const ask = (text: string) => ({ model: `models/${model}`, content: { parts: [{ text }] } })

oneFaultBench([model], (bench) => {
  beforeAll(async () => {
    const { addChannel, upstream } = bench()
    await addChannel({ base_url: upstream.url, models: model })
    // Gemini's own dialect, in which its vectors pass as they come.
    await addChannel({ base_url: upstream.url, models: model, type: 24, priority: 1 })
  })

  it('an answer that is put into another dialect tells about as many, and not none', async () => {
    const { upstream, gateway, key } = bench()
    upstream.does((_call, response) => answerJson(response, 200, everything))
    const { json } = await callPath(gateway, key, embed, { model, input: ['hi there', 'hi there', 'hi there'] })
    expect(json.usage.prompt_tokens).toBeGreaterThan(5)
    expect(json.usage.prompt_tokens).toBeLessThan(15)
  })

  describe('what is read without a word of usage costs its words, and nothing that stands around them', () => {
    it.each<[string, object, number, number]>([
      [embed, { input: 'hi' }, 1, 2],
      [embed, { input: ['hi', 'hi', 'hi'] }, 3, 6],
      [embed, { input: [1, 2, 3] }, 3, 3],
      [embed, { input: [[1, 2, 3]] }, 3, 3],
      [embed, { input: [[1, 2, 3], [4]] }, 4, 4],
      [embedContent, { content: { parts: [{ text: 'hi' }] } }, 1, 2],
      [embedContent, { ...ask('hi'), taskType: 'RETRIEVAL_DOCUMENT', title: 'Greetings' }, 1, 2],
      [batchEmbed, { requests: [ask('hi'), ask('hi'), ask('hi')] }, 3, 6],
      ['/v1/rerank', { query: 'hi', documents: ['hi', 'hi'] }, 3, 6],
      ['/v1/rerank', { query: 'hi', documents: [{ text: 'hi' }, { text: 'hi' }] }, 3, 6],
      ['/v1/rerank', { query: 'hi', documents: [{ image: picture }] }, 1000, 1500],
      ['/v1/moderations', { input: 'hi' }, 1, 2],
      ['/v1/moderations', { input: [{ type: 'image_url', image_url: { url: picture } }] }, 1000, 1500],
    ])('%s %j', async (path, body, least, most) => {
      const { upstream, gateway, key, rowOf } = bench()
      upstream.does((_call, response) => answerJson(response, 200, everything))
      const answer = await callPath(gateway, key, path, path.startsWith('/v1beta') ? body : { model, ...body })
      const row = await rowOf(answer.requestId)
      expect([answer.status, row.quota >= least, row.quota <= most, row.quota]).toEqual([200, true, true, row.quota])
    })
  })
})
