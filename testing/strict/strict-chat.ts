import type { ServerResponse } from 'node:http'
import * as z from 'zod'
import { answerJson } from '../answering-upstream.ts'
import {
  type Body,
  joined,
  pictureIn,
  pieces,
  type Question,
  type Reply,
  refuseLooseSchema,
  refuseUnless,
  replyTo,
  type StrictDialect,
  stream,
  strictUsage,
  strictVector,
} from './strict-question.ts'

const name = z.string().regex(/^[\w-]{1,64}$/)
const textPart = z.strictObject({ type: z.literal('text'), text: z.string() })
const picturePart = z.strictObject({
  type: z.literal('image_url'),
  image_url: z.strictObject({ url: z.string(), detail: z.enum(['auto', 'low', 'high']).optional() }),
})
const texts = z.union([z.string(), z.array(textPart).min(1)])
const call = z.looseObject({
  id: z.string().min(1),
  type: z.literal('function'),
  function: z.looseObject({ name, arguments: z.string() }),
})
const message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.enum(['system', 'developer']), content: texts, name: z.string().optional() }),
  z.strictObject({
    role: z.literal('user'),
    content: z.union([z.string(), z.array(z.union([textPart, picturePart])).min(1)]),
    name: z.string().optional(),
  }),
  // What an answer held may come back: this vendor leaves unread what it does not know there.
  z.looseObject({
    role: z.literal('assistant'),
    content: texts.nullable().optional(),
    refusal: z.string().nullable().optional(),
    name: z.string().optional(),
    audio: z.null().optional(),
    function_call: z.null().optional(),
    tool_calls: z.array(call).min(1).optional(),
    reasoning_content: z.string().optional(),
  }),
  z.looseObject({ role: z.literal('tool'), content: texts, tool_call_id: z.string().min(1) }),
])
const tool = z.strictObject({
  type: z.literal('function'),
  function: z.strictObject({
    name,
    description: z.string().optional(),
    parameters: z.looseObject({ type: z.literal('object') }).optional(),
    strict: z.boolean().nullable().optional(),
  }),
})
const format = z.discriminatedUnion('type', [
  z.strictObject({ type: z.enum(['text', 'json_object']) }),
  z.strictObject({
    type: z.literal('json_schema'),
    json_schema: z.strictObject({
      name,
      description: z.string().optional(),
      schema: z.looseObject({}),
      strict: z.boolean().nullable().optional(),
    }),
  }),
])
const number = z.number().nullable().optional()
const request = z.strictObject({
  model: z.string(),
  messages: z.array(message).min(1),
  frequency_penalty: number,
  logit_bias: z.record(z.string(), z.number()).nullable().optional(),
  logprobs: z.boolean().nullable().optional(),
  max_completion_tokens: number,
  max_tokens: number,
  metadata: z.record(z.string(), z.string()).nullable().optional(),
  modalities: z.array(z.string()).optional(),
  n: number,
  parallel_tool_calls: z.boolean().optional(),
  presence_penalty: number,
  prompt_cache_key: z.string().optional(),
  reasoning_effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh']).nullable().optional(),
  reasoning: z
    .strictObject({ effort: z.string().optional(), max_tokens: z.number().optional(), exclude: z.boolean().optional() })
    .optional(),
  response_format: format.optional(),
  safety_identifier: z.string().optional(),
  seed: number,
  service_tier: z.string().nullable().optional(),
  stop: z
    .union([z.string(), z.array(z.string()).max(4)])
    .nullable()
    .optional(),
  store: z.boolean().nullable().optional(),
  stream: z.boolean().nullable().optional(),
  stream_options: z.strictObject({ include_usage: z.boolean().optional() }).nullable().optional(),
  temperature: number,
  tool_choice: z
    .union([
      z.enum(['none', 'auto', 'required']),
      z.strictObject({ type: z.literal('function'), function: z.strictObject({ name }) }),
    ])
    .optional(),
  tools: z.array(tool).min(1).optional(),
  // Of vendors of open models.
  top_k: number,
  top_logprobs: number,
  top_p: number,
  user: z.string().optional(),
  web_search_options: z.looseObject({}).optional(),
  verbosity: z.enum(['low', 'medium', 'high']).nullable().optional(),
})
type Request = z.infer<typeof request>
type Message = Request['messages'][number]

/** Chat completions, by a vendor that also tells what its models think. */
export const strictChat: StrictDialect = {
  name: 'chat',
  path: /^\/v1\/(?:chat\/completions|embeddings)$/,
  keyOf: ({ authorization }) => authorization?.replace(/^Bearer /, ''),
  modelOf: (_path, { model }) => String(model),
  answer: ({ path, body }, response) => {
    if (path.endsWith('/embeddings')) return answerVectors(body, response)
    const asked = request.parse(body)
    refuseBrokenOrder(asked.messages)
    for (const { function: offered } of asked.tools ?? []) {
      if (offered.strict === true) refuseLooseSchema(offered.parameters, offered.name)
    }
    const wanted = asked.response_format
    if (wanted?.type === 'json_schema' && wanted.json_schema.strict === true) {
      refuseLooseSchema(wanted.json_schema.schema, 'response_format')
    }
    refuseUnless(asked.tools !== undefined || asked.tool_choice === undefined, 'tool_choice is only allowed with tools')
    const reply = replyTo(questionIn(asked))
    if (asked.stream !== true) return answerJson(response, 200, whole(asked.model, reply))
    const frames = [...chunksOf(asked, reply).map((chunk) => JSON.stringify(chunk)), '[DONE]']
    return stream(
      response,
      frames.map((data) => `data: ${data}\n\n`),
    )
  },
  failure: ({ message: said, status, code }) => ({
    error: { message: said, type: status === 429 ? 'tokens' : 'invalid_request_error', param: null, code },
  }),
  limited: 'Rate limit reached for this model.',
  tooLong: "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
}

/** Every call is answered right after it was made, and nothing answers a call that was not. */
const refuseBrokenOrder = (messages: readonly Message[]): void => {
  let open = new Set<string>()
  for (const each of messages) {
    if (each.role === 'tool') {
      refuseUnless(open.delete(each.tool_call_id), `tool_call_id ${each.tool_call_id} answers no call before it`)
      continue
    }
    refuseUnless(open.size === 0, `tool_calls without an answer: ${[...open].join(', ')}`)
    if (each.role !== 'assistant') continue
    refuseUnless(each.content != null || each.tool_calls !== undefined, 'an assistant message with nothing in it')
    open = new Set(each.tool_calls?.map(({ id }) => id))
    refuseUnless(open.size === (each.tool_calls?.length ?? 0), 'two calls with one id')
  }
  refuseUnless(open.size === 0, `tool_calls without an answer: ${[...open].join(', ')}`)
}

const plain = (content: z.infer<typeof texts>): string =>
  typeof content === 'string' ? content : content.map(({ text }) => text).join('')

const textOf = (part: Body): string => (typeof part === 'string' ? part : (part.text ?? ''))

const questionIn = (asked: Request): Question => {
  const lastTurn = asked.messages.slice(asked.messages.findLastIndex(({ role }) => role === 'assistant') + 1)
  const shown = lastTurn.flatMap((each) =>
    each.role === 'user' && typeof each.content !== 'string'
      ? each.content.flatMap((part) => (part.type === 'image_url' ? [pictureIn(part.image_url.url)] : []))
      : [],
  )
  const choice = asked.tool_choice ?? 'auto'
  return {
    system: joined(
      asked.messages.map((each) =>
        each.role === 'system' || each.role === 'developer' ? plain(each.content) : undefined,
      ),
    ),
    asked: joined(
      lastTurn.map((each) => (each.role === 'user' ? joined([each.content].flat().map(textOf)) : undefined)),
    ),
    picture: shown[0],
    results: lastTurn.flatMap((each) => (each.role === 'tool' ? [plain(each.content)] : [])),
    tools: asked.tools?.map(({ function: each }) => ({ name: each.name, schema: each.parameters })) ?? [],
    choice: typeof choice === 'object' ? choice.function : choice === 'required' ? 'any' : choice,
    schema: asked.response_format?.type === 'json_schema' ? asked.response_format.json_schema.schema : undefined,
    thinks: !['none', undefined, null].includes(asked.reasoning_effort ?? asked.reasoning?.effort),
    limit: asked.max_completion_tokens ?? asked.max_tokens ?? undefined,
    stops: [asked.stop ?? []].flat(),
  }
}

const finishes = { stop: 'stop', stop_sequence: 'stop', length: 'length', tools: 'tool_calls' }

const usage = {
  prompt_tokens: strictUsage.input,
  completion_tokens: strictUsage.output,
  total_tokens: strictUsage.input + strictUsage.output,
}

const callsOf = ({ calls }: Reply) =>
  calls.map((each, index) => ({
    id: `call_${index + 1}`,
    type: 'function',
    function: { name: each.name, arguments: JSON.stringify(each.arguments) },
  }))

const whole = (model: string, reply: Reply) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model,
  choices: [
    {
      index: 0,
      message: {
        role: 'assistant',
        content: reply.calls.length > 0 ? null : reply.text,
        ...(reply.thought === undefined ? {} : { reasoning_content: reply.thought }),
        ...(reply.calls.length > 0 ? { tool_calls: callsOf(reply) } : {}),
      },
      finish_reason: finishes[reply.finish],
    },
  ],
  usage,
})

const chunksOf = (asked: Request, reply: Reply): object[] => {
  const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: asked.model }
  const chunk = (delta: object, finish: string | null = null) => ({
    ...head,
    choices: [{ index: 0, delta, finish_reason: finish }],
  })
  const deltas = [
    { role: 'assistant', content: '' },
    ...pieces(reply.thought ?? '').map((reasoning_content) => ({ reasoning_content })),
    ...pieces(reply.text).map((content) => ({ content })),
    ...callsOf(reply).flatMap(({ function: made, ...each }, index) => [
      { tool_calls: [{ index, ...each, function: { name: made.name, arguments: '' } }] },
      ...pieces(made.arguments).map((text) => ({ tool_calls: [{ index, function: { arguments: text } }] })),
    ]),
  ]
  const events: object[] = [...deltas.map((delta) => chunk(delta)), chunk({}, finishes[reply.finish])]
  if (asked.stream_options?.include_usage === true) events.push({ ...head, choices: [], usage })
  return events
}

const vectors = z.strictObject({
  model: z.string(),
  input: z.union([z.string(), z.array(z.string()).min(1)]),
  encoding_format: z.enum(['float', 'base64']).optional(),
  dimensions: z.number().optional(),
  user: z.string().optional(),
})

const answerVectors = (body: Body, response: ServerResponse): void => {
  const asked = vectors.parse(body)
  const packed = Buffer.from(new Float32Array(strictVector).buffer).toString('base64')
  const data = [asked.input].flat().map((_, index) => ({
    object: 'embedding',
    index,
    embedding: asked.encoding_format === 'base64' ? packed : strictVector,
  }))
  answerJson(response, 200, { object: 'list', model: asked.model, data, usage: { prompt_tokens: 6, total_tokens: 6 } })
}
