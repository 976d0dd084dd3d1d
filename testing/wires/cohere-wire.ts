import * as z from 'zod'
import { answerJson } from '../answering-upstream.ts'
import {
  joined,
  named,
  pictureIn,
  pieces,
  type Question,
  type Reply,
  replyTo,
  stream,
  strictUsage,
} from '../strict/strict-question.ts'
import type { Wire } from './wire.ts'

const part = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({
    type: z.literal('image_url'),
    image_url: z.strictObject({ url: z.string(), detail: z.enum(['auto', 'low', 'high']).optional() }),
  }),
])
const request = z.strictObject({
  model: z.string(),
  stream: z.boolean(),
  messages: z.array(
    z.strictObject({
      role: z.enum(['system', 'user', 'assistant']),
      content: z.union([z.string(), z.array(part).min(1)]),
    }),
  ),
  max_tokens: z.number().optional(),
  tools: z
    .array(
      z.strictObject({
        type: z.literal('function'),
        function: z.strictObject({
          name: z.string().regex(/^[\w-]+$/),
          description: z.string().optional(),
          parameters: z.looseObject({ type: z.literal('object') }),
        }),
      }),
    )
    .optional(),
})

const questionIn = ({ messages, tools = [], max_tokens }: z.infer<typeof request>): Question => {
  const last = messages.at(-1)?.content ?? ''
  const parts = typeof last === 'string' ? [{ type: 'text' as const, text: last }] : last
  return {
    system: '',
    asked: joined(parts.map((each) => (each.type === 'text' ? each.text : undefined))),
    picture: parts.flatMap((each) => (each.type === 'image_url' ? [pictureIn(each.image_url.url)] : []))[0],
    results: [],
    tools: tools.map(({ function: { name, parameters } }) => ({ name, schema: parameters })),
    choice: 'auto',
    schema: undefined,
    thinks: false,
    limit: max_tokens,
    stops: [],
  }
}

const tokens = { input_tokens: strictUsage.input, output_tokens: strictUsage.output }
/** What is billed leaves out the vendor's own words. */
const usage = { billed_units: { input_tokens: 4, output_tokens: strictUsage.output }, tokens }

const finishOf = ({ calls }: Reply) => (calls.length > 0 ? 'TOOL_CALL' : 'COMPLETE')
const callsOf = ({ calls }: Reply) =>
  calls.map((call, place) => ({
    id: `${call.name}_${place}`,
    type: 'function',
    function: { name: call.name, arguments: JSON.stringify(call.arguments) },
  }))

const messageOf = (reply: Reply) => ({
  role: 'assistant',
  ...(reply.text === '' ? {} : { content: [{ type: 'text', text: reply.text }] }),
  ...(reply.calls.length === 0 ? {} : { tool_calls: callsOf(reply) }),
})

const eventsOf = (reply: Reply): object[] => {
  const of = (index: number, message: object) => ({ index, delta: { message } })
  return [
    { id: 'c1', type: 'message-start', delta: { message: { role: 'assistant', content: [], tool_calls: [] } } },
    ...(reply.text === '' ? [] : [{ type: 'content-start', ...of(0, { content: { type: 'text', text: '' } }) }]),
    ...pieces(reply.text).map((text) => ({ type: 'content-delta', ...of(0, { content: { text } }) })),
    ...(reply.text === '' ? [] : [{ type: 'content-end', index: 0 }]),
    ...callsOf(reply).flatMap(({ function: made, ...call }, index) => [
      {
        type: 'tool-call-start',
        ...of(index, { tool_calls: { ...call, function: { name: made.name, arguments: '' } } }),
      },
      ...pieces(made.arguments).map((text) => ({
        type: 'tool-call-delta',
        ...of(index, { tool_calls: { function: { arguments: text } } }),
      })),
      { type: 'tool-call-end', index },
    ]),
    { type: 'message-end', delta: { finish_reason: finishOf(reply), usage } },
  ]
}

/** Cohere's second interface. */
export const cohereWire: Wire = {
  failure: ({ message, status }) => ({ status, body: { id: 'e1', message } }),
  answer: ({ body }, response) => {
    const asked = request.parse(body)
    const reply = replyTo(questionIn(asked))
    if (asked.stream) return stream(response, eventsOf(reply).map(named))
    return answerJson(response, 200, { id: 'c1', finish_reason: finishOf(reply), message: messageOf(reply), usage })
  },
}
