import { describe, expect, it } from 'vitest'
import { chunksOf, vendorBench, vendorText } from '#testing/vendor-suite.ts'

const model = 'PaLM-2'
const messages = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Hi' },
  { role: 'assistant', content: 'Hello.' },
  { role: 'user', content: 'Say something.' },
]
const told = { body: { candidates: [{ author: '1', content: vendorText }] } }

describe('a channel of Google’s interface before Gemini', () => {
  const bench = vendorBench([model], { type: 11, key: 'k-11' })

  it('is asked in its own words, and what it does not count is estimated', async () => {
    bench().vendor.tell(told)
    const answer = await bench().call({ model, messages, temperature: 2 })
    expect(answer.json).toMatchObject({ choices: [{ message: { content: vendorText }, finish_reason: 'stop' }] })
    expect(bench().vendor.calls.at(-1)).toMatchObject({
      path: '/v1beta2/models/chat-bison-001:generateMessage',
      headers: { 'x-goog-api-key': 'k-11' },
      body: {
        prompt: {
          context: 'Be brief.',
          messages: [
            { author: '0', content: 'Hi' },
            { author: '1', content: 'Hello.' },
            { author: '0', content: 'Say something.' },
          ],
        },
        temperature: 1,
      },
    })
    const row = await bench().rowOf(answer)
    expect(row?.prompt_tokens).toBeGreaterThan(5)
    expect(row?.completion_tokens).toBeGreaterThan(3)
  })

  it('answers whole, which a client that streams gets as a stream', async () => {
    bench().vendor.tell(told)
    const answer = await bench().call({ model, messages, stream: true })
    const said = chunksOf(answer).map((chunk) => chunk.choices[0]?.delta?.content ?? '')
    expect(said.join('')).toBe(vendorText)
    expect(answer.text.endsWith('data: [DONE]\n\n')).toBe(true)
  })

  it('says when it would not answer, and refuses in its own words', async () => {
    bench().vendor.tell({ body: { filters: [{ reason: 'SAFETY' }] } })
    expect((await bench().call({ model, messages })).json.choices[0].finish_reason).toBe('content_filter')
    bench().vendor.tell({
      status: 400,
      body: { error: { code: 400, message: 'too long', status: 'INVALID_ARGUMENT' } },
    })
    const refused = await bench().call({ model, messages })
    expect(refused.status).toBe(400)
    expect(refused.json.error.message).toContain('too long')
  })
})
