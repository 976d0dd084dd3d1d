import { describe, expect, it } from 'vitest'
import { events } from '#testing/vendor-server.ts'
import { chunksOf, vendorBench, vendorText } from '#testing/vendor-suite.ts'
import { channelFacts, stillEnvironment } from '#testing/wanted.ts'
import { knowledgeLibrary } from './knowledge-library.ts'

const model = 'library'
const messages = [
  { role: 'user', content: 'Hi' },
  { role: 'user', content: 'Say something.' },
]
const documents = [{ title: 'Water', url: 'https://books.example/water' }]
const withSources = `${vendorText}\n\nReference documents:\n1. [Water](https://books.example/water)`

describe('a channel to a library of documents', () => {
  const bench = vendorBench([model], { type: 21, key: 'k-21', other: '77' })

  it('is asked the last question, and what it read stands behind its answer', async () => {
    bench().vendor.tell({ body: { success: true, answer: vendorText, documents } })
    const answer = await bench().call({ model, messages })
    expect(answer.json.choices[0]).toMatchObject({ message: { content: withSources }, finish_reason: 'stop' })
    expect(bench().vendor.calls.at(-1)).toMatchObject({
      path: '/api/library/ask',
      headers: { authorization: 'Bearer k-21' },
      body: { model, query: 'Say something.', libraryId: '77', stream: false },
    })
  })

  it('streams', async () => {
    bench().vendor.tell(events({ content: vendorText, finish: false }, { content: '', finish: true, documents }))
    const answer = await bench().call({ model, messages, stream: true })
    const said = chunksOf(answer).map((chunk) => chunk.choices[0]?.delta?.content ?? '')
    expect(said.join('')).toBe(withSources)
    expect(answer.text.endsWith('data: [DONE]\n\n')).toBe(true)
  })

  it('refuses under a success in its own words', async () => {
    bench().vendor.tell({ body: { success: false, errCode: 404, message: 'no such library' } })
    const answer = await bench().call({ model, messages })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.json.error.message).toContain('no such library')
  })

  it('tells its balance', async () => {
    const environment = stillEnvironment({
      fetch: async ({ headers }) => ({
        status: 200,
        body: `{"success":true,"data":{"totalPoints":${headers['api-key']}}}`,
      }),
    })
    expect(await knowledgeLibrary.balance?.(channelFacts(), '12', environment)).toBe(12)
  })
})
