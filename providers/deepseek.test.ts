import { expect, it } from 'vitest'
import { openaiAnswers, openaiVendor } from '#testing/openai-vendor.ts'
import { vendorSuite } from '#testing/vendor-suite.ts'

const model = 'deepseek-v4-pro'
const older = 'deepseek-reasoner'
const toolCall = { id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{}' } }

vendorSuite(
  openaiVendor({
    channel: { type: 43, key: 'sk-1', models: `${model},${older}` },
    model,
    path: '/v1/chat/completions',
    failure: {
      told: { status: 402, body: { error: { message: 'Insufficient Balance', type: 'unknown_error', code: 'x' } } },
      status: 502,
      problem: { message: 'for the admin to fix', code: 'upstream_account_refused' },
    },
  }),
  (bench) => {
    const asked = async (body: Record<string, unknown>, path?: string) => {
      bench().vendor.tell(openaiAnswers.whole(model))
      await bench().call({ model, messages: [{ role: 'user', content: 'Hi' }], ...body }, path)
      return bench().vendor.calls.at(-1)
    }

    it('is told of thinking in two measures', async () => {
      expect((await asked({ reasoning_effort: 'medium' }))?.body).toMatchObject({
        thinking: { type: 'enabled' },
        reasoning_effort: 'high',
      })
      const off = (await asked({ reasoning_effort: 'none' }))?.body
      expect(off.thinking).toEqual({ type: 'disabled' })
      expect(off).not.toHaveProperty('reasoning_effort')
    })

    const user = { role: 'user', content: 'Hi' }
    const called = { role: 'assistant', content: '', tool_calls: [toolCall] }
    const result = { role: 'tool', tool_call_id: 'call_1', content: 'Rain.' }

    it('is not told to think between calls whose thinking was lost, where that would be refused', async () => {
      const lost = [user, called, result]
      const kept = [user, { ...called, reasoning_content: 'It asks for rain.' }, result]
      const over = [user, called, result, { role: 'assistant', content: 'Rain.' }, user]
      const thinkingOf = async (messages: object[], body: object = {}) =>
        (await asked({ reasoning_effort: 'high', messages, ...body }))?.body.thinking
      expect(await thinkingOf(lost)).toEqual({ type: 'disabled' })
      expect(await thinkingOf(kept)).toEqual({ type: 'enabled' })
      expect(await thinkingOf(over)).toEqual({ type: 'enabled' })
      expect(await thinkingOf(lost, { reasoning_effort: undefined })).toEqual({ type: 'disabled' })
      expect(await thinkingOf(lost, { model: older })).toEqual({ type: 'enabled' })
    })

    it('is shown what it thought before the last words of the user, but for the older model', async () => {
      const thought = { role: 'assistant', content: 'Rain.', reasoning_content: 'Clouds.' }
      const calling = { ...called, reasoning_content: 'It asks for rain.' }
      const messages = [user, thought, user, calling, result]
      expect((await asked({ messages }))?.body.messages).toMatchObject(messages)
      const { reasoning_content: _, ...bare } = thought
      expect((await asked({ messages, model: older }))?.body.messages).toEqual([user, bare, user, calling, result])
    })

    it('is held to a schema in words', async () => {
      const schema = { type: 'object' }
      const format = { type: 'json_schema', json_schema: { name: 'n', schema } }
      const body = (await asked({ response_format: format }))?.body
      expect(body.response_format).toEqual({ type: 'json_object' })
      expect(body.messages[0]).toMatchObject({ role: 'system', content: expect.stringContaining('{"type":"object"}') })
    })

    it('charges what was read from its cache as such', async () => {
      const usage = {
        prompt_tokens: 12,
        completion_tokens: 7,
        total_tokens: 19,
        prompt_cache_hit_tokens: 10,
        prompt_cache_miss_tokens: 2,
      }
      const choices = [{ index: 0, message: { role: 'assistant', content: 'x' }, finish_reason: 'stop' }]
      bench().vendor.tell({ body: { id: 'x', choices, usage } })
      const told = await bench().call({ model, messages: [{ role: 'user', content: 'Hi' }] })
      const row = await bench().rowOf(told)
      expect(row).toMatchObject({ prompt_tokens: 12 })
      expect(JSON.parse(String(row?.other)).cache_tokens).toBe(10)
    })

    it('is spoken to in the dialect of its Anthropic clients where they are', async () => {
      const content = [{ type: 'text', text: 'x' }]
      bench().vendor.tell({
        body: { id: 'm', type: 'message', role: 'assistant', content, usage: { input_tokens: 1, output_tokens: 1 } },
      })
      await bench().call({ model, max_tokens: 5, messages: [{ role: 'user', content: 'Hi' }] }, '/v1/messages')
      expect(bench().vendor.calls.at(-1)?.path).toBe('/anthropic/v1/messages')
    })

    it('takes a stream that ends without its mark for whole once it said why it ends, else for broken off', async () => {
      const { body, ...rest } = openaiAnswers.stream(model)
      const pieces = Array.isArray(body) ? body : []
      bench().vendor.tell({ ...rest, body: pieces.slice(0, -1) })
      const whole = await bench().call({ model, messages: [{ role: 'user', content: 'Hi' }], stream: true })
      expect(whole.text).not.toContain('"error"')
      bench().vendor.tell({ ...rest, body: pieces.slice(0, 2) })
      const cut = await bench().call({ model, messages: [{ role: 'user', content: 'Hi' }], stream: true })
      expect(cut.text).toContain('Water finds')
      expect(cut.text).toContain('"error"')
      bench().vendor.tell({ ...rest, body: [': keep-alive\n\n'] })
      const empty = await bench().call({ model, messages: [{ role: 'user', content: 'Hi' }], stream: true })
      expect([200, 502, 503]).toContain(empty.status)
      expect(empty.text).toContain('"error"')
    })
  },
)
