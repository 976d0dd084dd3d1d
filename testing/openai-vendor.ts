import { events, type Told, type VendorCall } from './vendor-server.ts'
import { type VendorFacts, vendorText, vendorTool } from './vendor-suite.ts'

const usage = { prompt_tokens: 12, completion_tokens: 7, total_tokens: 19 }
const reply = (message: Record<string, unknown>, finish: string) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  choices: [{ index: 0, message: { role: 'assistant', content: null, ...message }, finish_reason: finish }],
  usage,
})
const chunk = (delta: Record<string, unknown>, finish: string | null = null) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1,
  choices: [{ index: 0, delta, finish_reason: finish }],
})

/** What nearly all vendors answer in nearly the same words. */
export const openaiAnswers = {
  whole: (model: string): Told => ({ body: { ...reply({ content: vendorText }, 'stop'), model } }),
  stream: (model: string): Told =>
    events(
      { ...chunk({ role: 'assistant', content: '' }), model },
      { ...chunk({ content: 'Water finds' }), model },
      { ...chunk({ content: ' its way.' }), model },
      { ...chunk({}, 'stop'), model },
      { ...chunk({}), model, choices: [], usage },
      '[DONE]',
    ),
  tool: (model: string): Told => {
    const made = { name: vendorTool.name, arguments: JSON.stringify(vendorTool.arguments) }
    const calls = [{ id: 'call_1', type: 'function', function: made }]
    return { body: { ...reply({ tool_calls: calls }, 'tool_calls'), model } }
  },
}

type Likeness = {
  channel: VendorFacts['channel']
  /** As clients ask for it, and as the vendor knows it. */
  model: string
  upstreamModel?: string
  path: string
  admits?: (call: VendorCall) => boolean
  asks?: Record<string, unknown>
  failure?: VendorFacts['failure']
}

/** A vendor that speaks OpenAI's chat: only where it differs must be said. */
export const openaiVendor = ({
  channel,
  model,
  upstreamModel = model,
  path,
  admits = ({ headers }) => headers.authorization === `Bearer ${channel.key}`,
  asks = {},
  failure = {
    told: { status: 400, body: { error: { message: 'not like this', type: 'invalid_request_error', code: 'odd' } } },
    status: 400,
    problem: { message: 'not like this', type: 'invalid_request_error', code: 'odd' },
  },
}: Likeness): VendorFacts => ({
  channel,
  model,
  admits,
  whole: { path, asks: { ...asks, model: upstreamModel }, told: openaiAnswers.whole(model) },
  stream: { path, asks: { ...asks, model: upstreamModel, stream: true }, told: openaiAnswers.stream(model) },
  tool: { asks: { tools: [{ function: { name: vendorTool.name } }] }, told: openaiAnswers.tool(model) },
  failure,
  used: { prompt: 12, completion: 7 },
})
