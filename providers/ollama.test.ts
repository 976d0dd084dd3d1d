import { expect, it } from 'vitest'
import { lines, type Told } from '#testing/vendor-server.ts'
import { chunksOf, vendorSuite, vendorText } from '#testing/vendor-suite.ts'

const model = 'qwen3:4b'
const at = '2026-08-17T08:22:52.061545Z'
const counts = { done: true, done_reason: 'stop', prompt_eval_count: 12, eval_count: 7 }
const piece = (message: Record<string, unknown>, rest: Record<string, unknown> = { done: false }) => ({
  model,
  created_at: at,
  message: { role: 'assistant', content: '', ...message },
  ...rest,
})
const whole = (message: Record<string, unknown>): Told => ({ body: piece(message, counts) })
const weather = { function: { name: 'get_weather', arguments: { city: 'Paris' } } }

vendorSuite(
  {
    channel: { type: 4, key: 'none' },
    model,
    admits: ({ headers }) => headers.authorization === 'Bearer none',
    whole: {
      path: '/api/chat',
      asks: {
        model,
        stream: false,
        messages: [{ role: 'user', content: 'Say something.' }],
        options: { num_predict: 50 },
      },
      told: whole({ content: vendorText }),
    },
    stream: {
      path: '/api/chat',
      asks: { model, stream: true },
      told: lines(piece({ content: 'Water finds' }), piece({ content: ' its way.' }), piece({}, counts)),
    },
    tool: {
      asks: { tools: [{ type: 'function', function: { name: 'get_weather', parameters: { required: ['city'] } } }] },
      told: whole({ tool_calls: [weather] }),
    },
    failure: {
      told: { status: 404, body: { error: 'model "qwen3:4b" not found' } },
      status: 404,
      problem: { message: 'The upstream does not know this model', code: 'model_not_found' },
    },
    used: { prompt: 12, completion: 7 },
  },
  (bench) => {
    const ask = async (body: Record<string, unknown>) => {
      const answer = await bench().call({ model, messages: [{ role: 'user', content: 'Hi' }], ...body })
      return { answer, asked: bench().vendor.calls.at(-1)?.body }
    }

    it('tells what the model thought, whole and streamed', async () => {
      bench().vendor.tell(whole({ thinking: 'Hm.', content: vendorText }))
      const { answer, asked } = await ask({ reasoning_effort: 'high' })
      expect(asked.think).toBe(true)
      expect(answer.json.choices[0].message).toMatchObject({ reasoning_content: 'Hm.', content: vendorText })
      bench().vendor.tell(lines(piece({ thinking: 'Hm.' }), piece({ content: vendorText }), piece({}, counts)))
      const streamed = await ask({ stream: true, reasoning_effort: 'none' })
      expect(streamed.asked.think).toBe(false)
      const deltas = chunksOf(streamed.answer).map((chunk) => chunk.choices[0]?.delta ?? {})
      expect(deltas.map((delta) => delta.reasoning_content ?? '').join('')).toBe('Hm.')
    })

    it('streams several calls, each with an id of its own, whether the server gives one or not', async () => {
      bench().vendor.tell(
        lines(
          piece({ tool_calls: [weather] }),
          piece({ tool_calls: [{ id: 'call_x', function: { index: 1, name: 'now', arguments: {} } }] }),
          piece({}, counts),
        ),
      )
      const { answer } = await ask({ stream: true })
      const chunks = chunksOf(answer)
      const calls = chunks.flatMap((chunk) => chunk.choices[0]?.delta?.tool_calls ?? [])
      const begun = calls.filter((call) => call.id !== undefined)
      expect(begun.map((call) => [call.index, call.function.name])).toEqual([
        [0, 'get_weather'],
        [1, 'now'],
      ])
      expect(new Set(begun.map((call) => call.id)).size).toBe(2)
      expect(chunks.findLast((chunk) => chunk.choices[0]?.finish_reason)?.choices[0].finish_reason).toBe('tool_calls')
    })

    it('hands on a whole conversation: pictures as data, calls and their results, how to sample and in what form', async () => {
      bench().vendor.tell(whole({ content: vendorText }))
      const schema = { type: 'object', properties: { a: { type: 'string' } } }
      const { asked } = await ask({
        messages: [
          { role: 'system', content: 'Be brief.' },
          {
            role: 'user',
            content: [
              { type: 'text', text: 'Look' },
              { type: 'image_url', image_url: { url: 'data:image/png;base64,QUJD' } },
            ],
          },
          {
            role: 'assistant',
            reasoning_content: 'Hm.',
            tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'now', arguments: '{"zone":1}' } }],
          },
          { role: 'tool', tool_call_id: 'call_1', content: 'noon' },
        ],
        temperature: 0.5,
        top_p: 0.9,
        seed: 7,
        stop: ['x'],
        response_format: { type: 'json_schema', json_schema: { name: 'n', schema } },
      })
      expect(asked).toEqual({
        model,
        stream: false,
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Look', images: ['QUJD'] },
          {
            role: 'assistant',
            content: '',
            thinking: 'Hm.',
            tool_calls: [{ id: 'call_1', function: { name: 'now', arguments: { zone: 1 } } }],
          },
          { role: 'tool', content: 'noon', tool_name: 'now', tool_call_id: 'call_1' },
        ],
        options: { temperature: 0.5, top_p: 0.9, seed: 7, stop: ['x'] },
        format: schema,
      })
    })

    it('fails over when the server breaks off before the first piece, and tells of it after', async () => {
      bench().vendor.tell(lines({ error: 'the runner has died' }))
      const { answer } = await ask({ stream: true })
      expect(answer.status).toBe(500)
      expect(answer.json.error.message).toContain('the runner has died')
      bench().vendor.tell(lines(piece({ content: 'Water' }), { error: 'the runner has died' }))
      const late = await ask({ stream: true })
      expect(late.answer.text).toContain('the runner has died')
    })

    it('embeds each text in a vector of its own', async () => {
      const vectors = [
        [0.5, 1],
        [2, 3],
      ]
      bench().vendor.tell({ body: { model, embeddings: vectors, prompt_eval_count: 6 } })
      const answer = await bench().call({ model, input: ['a', 'b'] }, '/v1/embeddings')
      expect(bench().vendor.calls.at(-1)).toMatchObject({ path: '/api/embed', body: { model, input: ['a', 'b'] } })
      expect(answer.json).toMatchObject({
        data: [
          { index: 0, embedding: vectors[0] },
          { index: 1, embedding: vectors[1] },
        ],
        usage: { prompt_tokens: 6 },
      })
      expect(await bench().rowOf(answer)).toMatchObject({ prompt_tokens: 6, quota: 6 })
    })
  },
)
