import * as z from 'zod'
import { answerJson } from '../answering-upstream.ts'
import { pieces, type Question, replyTo, strictUsage } from '../strict/strict-question.ts'
import type { Wire } from './wire.ts'

const request = z.strictObject({
  model: z.string(),
  stream: z.boolean(),
  messages: z.array(
    z.strictObject({
      role: z.enum(['system', 'user', 'assistant']),
      content: z.string(),
      images: z.array(z.base64()).optional(),
    }),
  ),
  options: z.strictObject({ num_predict: z.number().optional() }).optional(),
  tools: z
    .array(
      z.strictObject({
        type: z.literal('function'),
        function: z.strictObject({
          name: z.string(),
          description: z.string().optional(),
          parameters: z.looseObject({ type: z.literal('object') }),
        }),
      }),
    )
    .optional(),
})

const questionIn = ({ messages, tools = [], options }: z.infer<typeof request>): Question => {
  const { content = '', images = [] } = messages.at(-1) ?? {}
  return {
    system: '',
    asked: content,
    // A picture comes without its type.
    picture: images.map((data) => ({ type: 'image/png', bytes: Buffer.from(data, 'base64').length }))[0],
    results: [],
    tools: tools.map(({ function: { name, parameters } }) => ({ name, schema: parameters })),
    choice: 'auto',
    schema: undefined,
    thinks: false,
    limit: options?.num_predict,
    stops: [],
  }
}

const end = {
  done: true,
  done_reason: 'stop',
  total_duration: 5_000_000,
  load_duration: 1_000_000,
  prompt_eval_count: strictUsage.input,
  prompt_eval_duration: 1_000_000,
  eval_count: strictUsage.output,
  eval_duration: 2_000_000,
}

/** A server of open models: objects on lines. */
export const ollamaWire: Wire = {
  failure: ({ message, status }) => ({ status, body: { error: message } }),
  answer: ({ body }, response) => {
    const asked = request.parse(body)
    const { text, calls } = replyTo(questionIn(asked))
    const piece = (message: object, rest: object = { done: false }) => ({
      model: asked.model,
      created_at: '2026-08-17T08:22:52.061545Z',
      message: { role: 'assistant', content: '', ...message },
      ...rest,
    })
    const tool_calls = calls.map((call) => ({ function: { name: call.name, arguments: call.arguments } }))
    const made = tool_calls.length === 0 ? {} : { tool_calls }
    if (!asked.stream) return answerJson(response, 200, piece({ content: text, ...made }, end))
    const told = [
      ...pieces(text).map((content) => piece({ content })),
      ...(tool_calls.length === 0 ? [] : [piece(made)]),
      piece({}, end),
    ]
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    for (const each of told) response.write(`${JSON.stringify(each)}\n`)
    response.end()
  },
}
