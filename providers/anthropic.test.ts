import { describe, expect, it } from 'vitest'
import { namedEvents, type Told } from '#testing/vendor-server.ts'
import { vendorBench, vendorSuite, vendorText, vendorTool } from '#testing/vendor-suite.ts'

const model = 'claude-sonnet-4-5-20250929'
const counts = { input_tokens: 5, cache_read_input_tokens: 4, cache_creation_input_tokens: 3, output_tokens: 7 }
const message = (content: unknown[], stop: string) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model,
  content,
  stop_reason: stop,
  stop_sequence: null,
  usage: counts,
})
const whole = (content: unknown[], stop = 'end_turn'): Told => ({ body: message(content, stop) })
const answer = whole([{ type: 'text', text: vendorText }])

vendorSuite(
  {
    channel: { type: 14, key: 'sk-ant-1' },
    model,
    admits: ({ headers }) => headers['x-api-key'] === 'sk-ant-1' && headers['anthropic-version'] === '2023-06-01',
    whole: {
      path: '/v1/messages',
      asks: {
        model,
        max_tokens: 50,
        messages: [{ role: 'user', content: [{ type: 'text', text: 'Say something.' }] }],
      },
      told: answer,
    },
    stream: {
      path: '/v1/messages',
      asks: { model, stream: true },
      told: namedEvents(
        { type: 'message_start', ...{ message: { ...message([], ''), usage: { ...counts, output_tokens: 1 } } } },
        { type: 'content_block_start', ...{ index: 0, content_block: { type: 'text', text: '' } } },
        { type: 'ping' },
        { type: 'content_block_delta', ...{ index: 0, delta: { type: 'text_delta', text: 'Water finds' } } },
        { type: 'content_block_delta', ...{ index: 0, delta: { type: 'text_delta', text: ' its way.' } } },
        { type: 'content_block_stop', ...{ index: 0 } },
        { type: 'message_delta', ...{ delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 7 } } },
        { type: 'message_stop' },
      ),
    },
    tool: {
      asks: { tools: [{ name: vendorTool.name, input_schema: { type: 'object', required: ['city'] } }] },
      told: whole(
        [{ type: 'tool_use', id: 'toolu_1', name: vendorTool.name, input: vendorTool.arguments }],
        'tool_use',
      ),
    },
    failure: {
      told: {
        status: 404,
        body: { type: 'error', error: { type: 'not_found_error', message: 'model: none' }, request_id: 'req_1' },
      },
      status: 404,
      problem: { message: 'The upstream does not know this model', code: 'model_not_found' },
    },
    // What was read from the cache costs a tenth, what was written to it a quarter more.
    used: { prompt: 12, completion: 7, quota: 16 },
  },
  (bench) => {
    it('passes a request of its own dialect on as it is, with the betas that the client asks for', async () => {
      bench().vendor.tell(answer)
      const body = { model, max_tokens: 9, odd: [1], messages: [{ role: 'user', content: 'Hi' }] }
      const told = await bench().call(body, '/v1/messages', { 'anthropic-beta': 'a,b' })
      expect(told.json).toEqual(message([{ type: 'text', text: vendorText }], 'end_turn'))
      const call = bench().vendor.calls.at(-1)
      expect(call?.body).toEqual(body)
      expect(call?.headers['anthropic-beta']).toBe('a,b')
      expect(await bench().rowOf(told)).toMatchObject({ prompt_tokens: 12, completion_tokens: 7 })
    })

    it('takes an overload in the place of a stream for what it is', async () => {
      const error = { type: 'overloaded_error', message: 'Overloaded' }
      bench().vendor.tell(namedEvents({ type: 'error', ...{ error } }))
      const told = await bench().call({
        model,
        max_tokens: 9,
        stream: true,
        messages: [{ role: 'user', content: 'Hi' }],
      })
      expect(told.status).toBe(503)
      expect(told.json.error).toMatchObject({
        type: 'server_error',
        code: 'server_overloaded',
        message: expect.stringContaining('Overloaded'),
      })
    })
  },
)

describe('names that ask for thinking', () => {
  const named = ['claude-3-7-sonnet-20250219-thinking', 'claude-opus-4-7-thinking', 'claude-opus-4-6-low']
  const models = [...named, 'claude-sonnet-4-5-20250929', 'claude-sonnet-4-20250514', 'claude-opus-5']
  const bench = vendorBench(models, { type: 14, key: 'sk-ant-1' })
  const messages = [{ role: 'user', content: 'Hi' }]
  const tools = [{ type: 'function', function: { name: 't', parameters: { type: 'object' } } }]

  const asked = async (body: Record<string, unknown>) => {
    bench().vendor.tell(answer)
    const told = await bench().call({ messages, ...body })
    expect(told.status, told.text).toBe(200)
    return bench().vendor.calls.at(-1)?.body
  }

  it('give older models a share of their limit for it', async () => {
    expect(await asked({ model: named[0], max_tokens: 10_000, temperature: 0.5, top_p: 0.9 })).toMatchObject({
      model: 'claude-3-7-sonnet-20250219',
      max_tokens: 10_000,
      thinking: { type: 'enabled', budget_tokens: 8000 },
      temperature: 1,
    })
  })

  it('let the newer ones decide themselves, guided by an effort', async () => {
    const newest = await asked({ model: named[1], temperature: 0.5 })
    expect(newest).toMatchObject({
      model: 'claude-opus-4-7',
      thinking: { type: 'adaptive' },
      output_config: { effort: 'high' },
    })
    expect(newest).not.toHaveProperty('temperature')
    expect(await asked({ model: named[2] })).toMatchObject({
      model: 'claude-opus-4-6',
      thinking: { type: 'adaptive' },
      output_config: { effort: 'low' },
    })
  })

  it.each([
    ['by its name', { model: 'claude-3-7-sonnet-20250219-thinking' }],
    ['in the request', { model: 'claude-sonnet-4-20250514', reasoning_effort: 'high' }],
    ['in the request', { model: 'claude-opus-5', reasoning_effort: 'high' }],
  ])('free a tool that is demanded where thinking is asked for %s', async (_place, body) => {
    const call = await asked({ ...body, tools, tool_choice: { type: 'function', function: { name: 't' } } })
    expect(call.tool_choice).toEqual({ type: 'auto' })
    expect(call.thinking.type).toMatch(/enabled|adaptive/)
  })

  it('do not ask for it between a call and its answer whose thinking was lost', async () => {
    const ask = { role: 'user', content: 'Hi' }
    const use = { type: 'tool_use', id: 'toolu_1', name: 't', input: {} }
    const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'x' }] }
    const thought = { type: 'thinking', thinking: 'Hm.', signature: 'c2lnbmF0dXJl' }
    const thinking = async (messages: object[]) => {
      bench().vendor.tell(answer)
      await bench().call({ model: named[0], max_tokens: 10_000, messages }, '/v1/messages')
      const { body } = bench().vendor.calls.at(-1) ?? {}
      expect(body.model).toBe('claude-3-7-sonnet-20250219')
      return body.thinking?.type
    }
    const lost = [ask, { role: 'assistant', content: [use] }, result]
    expect(await thinking([ask])).toBe('enabled')
    expect(await thinking(lost)).toBeUndefined()
    expect(await thinking([ask, { role: 'assistant', content: [thought, use] }, result])).toBe('enabled')
    expect(await thinking([...lost, { role: 'assistant', content: 'Done.' }, ask])).toBe('enabled')
  })

  it('leave the demand where nobody asked for thinking', async () => {
    const call = await asked({ model: 'claude-opus-5', tools, tool_choice: 'required' })
    expect(call).toMatchObject({ tool_choice: { type: 'any' }, thinking: { type: 'disabled' } })
  })
})
