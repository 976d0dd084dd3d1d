import * as z from 'zod'
import { answerJson } from '../answering-upstream.ts'
import {
  type Body,
  joined,
  named,
  pictureIn,
  pieces,
  type Question,
  type Reply,
  refuseLooseSchema,
  refuseUnless,
  replyTo,
  type StrictDialect,
  sealOf,
  stream,
  strictThought,
  strictUsage,
} from './strict-question.ts'

const name = z.string().regex(/^[\w-]{1,128}$/)
const id = z.string().regex(/^[\w-]+$/)
const cache_control = z
  .strictObject({ type: z.literal('ephemeral'), ttl: z.enum(['5m', '1h']).optional() })
  .nullable()
  .optional()
const text = z.strictObject({
  type: z.literal('text'),
  text: z.string().min(1),
  cache_control,
  citations: z.array(z.unknown()).nullable().optional(),
})
const picture = z.strictObject({
  type: z.literal('image'),
  source: z.strictObject({ type: z.literal('base64'), media_type: z.string(), data: z.string() }),
  cache_control,
})
const block = z.discriminatedUnion('type', [
  text,
  picture,
  z.strictObject({ type: z.literal('tool_use'), id, name, input: z.record(z.string(), z.unknown()), cache_control }),
  z.strictObject({
    type: z.literal('tool_result'),
    tool_use_id: id,
    content: z.union([z.string(), z.array(z.union([text, picture]))]).optional(),
    is_error: z.boolean().optional(),
    cache_control,
  }),
  z.strictObject({ type: z.literal('thinking'), thinking: z.string(), signature: z.string() }),
])
const message = z.strictObject({
  role: z.enum(['user', 'assistant']),
  content: z.union([z.string().min(1), z.array(block).min(1)]),
})
/** Tools of the vendor's own are left as they are. */
const ownTool = z.looseObject({ type: z.string().regex(/^(?:web_search|tool_search_tool)_/), name })
const customTool = z.strictObject({
  type: z.literal('custom').nullable().optional(),
  name,
  description: z.string().optional(),
  input_schema: z.looseObject({ type: z.literal('object') }),
  strict: z.boolean().optional(),
  // Told by its name alone until it is looked for.
  defer_loading: z.boolean().optional(),
  eager_input_streaming: z.boolean().nullable().optional(),
  cache_control,
})
const jsonFormat = z.strictObject({ type: z.literal('json_schema'), schema: z.looseObject({}) })
const parallel = { disable_parallel_tool_use: z.boolean().optional() }
const request = z.strictObject({
  model: z.string(),
  messages: z.array(message).min(1),
  max_tokens: z.number().min(1).max(64_000),
  cache_control,
  context_management: z.looseObject({}).optional(),
  metadata: z.strictObject({ user_id: z.string().nullable().optional() }).optional(),
  output_format: jsonFormat.nullable().optional(),
  output_config: z
    .strictObject({
      effort: z.string().optional(),
      format: jsonFormat.nullable().optional(),
    })
    .optional(),
  service_tier: z.string().optional(),
  stop_sequences: z.array(z.string().regex(/\S/)).optional(),
  stream: z.boolean().optional(),
  system: z.union([z.string(), z.array(text)]).optional(),
  temperature: z.number().min(0).max(1).optional(),
  thinking: z
    .union([
      z.strictObject({
        type: z.literal('enabled'),
        budget_tokens: z.number().min(1024),
        display: z.string().optional(),
      }),
      z.strictObject({ type: z.literal('disabled') }),
    ])
    .optional(),
  tool_choice: z
    .union([
      z.strictObject({ type: z.enum(['auto', 'any']), ...parallel }),
      z.strictObject({ type: z.literal('tool'), name, ...parallel }),
      z.strictObject({ type: z.literal('none') }),
    ])
    .optional(),
  tools: z.array(z.union([customTool, ownTool])).optional(),
  top_k: z.number().optional(),
  top_p: z.number().optional(),
})
type Request = z.infer<typeof request>
type Block = z.infer<typeof block>

/** Messages, by a vendor whose model thinks within a budget. */
export const strictMessages: StrictDialect = {
  name: 'messages',
  path: /^\/v1\/messages(?:\?beta=true)?$/,
  keyOf: (headers) => [headers['x-api-key']].flat()[0],
  modelOf: (_path, { model }) => String(model),
  answer: ({ body, headers }, response) => {
    const version = [headers['anthropic-version']].flat()[0] ?? ''
    refuseUnless(
      ['2023-06-01', newerVersion].includes(version),
      `anthropic-version: "${version}" is not a valid version`,
    )
    const asked = request.parse(body)
    if (version === newerVersion) refuseSampling(asked)
    refuseBrokenOrder(asked)
    refuseBrokenThinking(asked)
    refuseUnless(asked.temperature === undefined || asked.top_p === undefined, 'temperature and top_p cannot both be')
    refuseUnless((JSON.stringify(body).match(/"cache_control":\{/g) ?? []).length <= 4, 'more than 4 cache_control')
    const isOlderPlace = String(headers['anthropic-beta']).includes('structured-outputs-2025-11-13')
    refuseUnless(asked.output_format == null || isOlderPlace, 'output_format: Extra inputs are not permitted')
    const schema = schemaOf(asked)
    if (schema !== undefined) refuseLooseSchema(schema, 'output_config.format.schema')
    for (const { strict, input_schema: given, name: called } of customOf(asked)) {
      if (strict === true) refuseLooseSchema(given, called)
    }
    const reply = replyTo(questionIn(asked))
    if (asked.stream === true) return stream(response, eventsOf(asked.model, reply).map(named))
    return answerJson(response, 200, messageOf(asked.model, reply))
  },
  failure: ({ message: said, status }) => ({
    type: 'error',
    error: {
      type: { 401: 'authentication_error', 429: 'rate_limit_error' }[status] ?? 'invalid_request_error',
      message: said,
    },
    request_id: 'req_1',
  }),
  limited: 'This request would exceed the rate limit for your organization.',
  tooLong: 'prompt is too long: 210000 tokens > 200000 maximum',
}

/** Which knows no more of how a model picks its words. */
const newerVersion = '2026-10-21'

const refuseSampling = ({ temperature, top_p, top_k }: Request): void =>
  refuseUnless(
    [temperature, top_p, top_k].every((each) => each === undefined),
    'temperature: Extra inputs are not permitted',
  )

const blocksOf = (content: Request['messages'][number]['content']): Block[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content

/** The results of a turn stand first in the next, all of them. */
const refuseBrokenOrder = ({ messages }: Request): void => {
  refuseUnless(messages[0]?.role === 'user', 'messages: first message must use the "user" role')
  let open = new Set<string>()
  let last = ''
  for (const { role, content } of messages) {
    const blocks = blocksOf(content)
    if (role === 'user') {
      const results = blocks.flatMap((each) => (each.type === 'tool_result' ? [each.tool_use_id] : []))
      for (const each of results) refuseUnless(open.delete(each), `unexpected tool_use_id in tool_result: ${each}`)
      refuseUnless(open.size === 0, `tool_use ids without tool_result immediately after: ${[...open].join(', ')}`)
      const rest = blocks.slice(results.length)
      refuseUnless(!rest.some(({ type }) => type === 'tool_result'), 'tool_result blocks must come first')
    } else {
      refuseUnless(open.size === 0 && last !== 'assistant', 'two turns of the assistant in a row')
      const uses = blocks.flatMap((each) => (each.type === 'tool_use' ? [each.id] : []))
      open = new Set(uses)
      refuseUnless(open.size === uses.length, 'tool_use ids must be unique')
    }
    last = role
  }
  refuseUnless(open.size === 0, `tool_use ids without tool_result immediately after: ${[...open].join(', ')}`)
}

const refuseBrokenThinking = ({ thinking, max_tokens, temperature, top_k, tool_choice, messages }: Request): void => {
  for (const each of messages.flatMap(({ content }) => blocksOf(content))) {
    if (each.type !== 'thinking') continue
    const isSealed = each.signature === sealOf(strictThought) && each.thinking === strictThought
    refuseUnless(isSealed, 'Invalid `signature` in `thinking` block')
  }
  if (thinking?.type !== 'enabled') return
  refuseUnless(thinking.budget_tokens < max_tokens, '`max_tokens` must be greater than `thinking.budget_tokens`')
  refuseUnless((temperature ?? 1) === 1 && top_k === undefined, '`temperature` may only be set to 1 with thinking')
  refuseUnless(
    tool_choice === undefined || tool_choice.type === 'auto' || tool_choice.type === 'none',
    'Thinking may not be enabled when tool_choice forces tool use.',
  )
  const [result] = blocksOf(messages.at(-1)?.content ?? '')
  if (result?.type !== 'tool_result') return
  const [first] = blocksOf(messages.findLast(({ role }) => role === 'assistant')?.content ?? '')
  refuseUnless(first?.type === 'thinking', `Expected \`thinking\`, but found \`${first?.type}\``)
}

const schemaOf = ({ output_config, output_format }: Request) => (output_config?.format ?? output_format)?.schema

const customOf = ({ tools = [] }: Request): z.infer<typeof customTool>[] =>
  tools.flatMap((each) => ('input_schema' in each ? [customTool.parse(each)] : []))

const plain = (content: Body): string =>
  typeof content === 'string' ? content : joined((content ?? []).map((each: Body) => each.text))

const questionIn = (asked: Request): Question => {
  const lastTurn = asked.messages
    .slice(asked.messages.findLastIndex(({ role }) => role === 'assistant') + 1)
    .flatMap(({ content }) => blocksOf(content))
  const shown = lastTurn.flatMap((each) =>
    each.type === 'image' ? [pictureIn(`data:${each.source.media_type};base64,${each.source.data}`)] : [],
  )
  const choice = asked.tool_choice ?? { type: 'auto' }
  return {
    system: plain(asked.system ?? ''),
    asked: joined(lastTurn.map((each) => (each.type === 'text' ? each.text : undefined))),
    picture: shown[0],
    results: lastTurn.flatMap((each) => (each.type === 'tool_result' ? [plain(each.content)] : [])),
    tools: customOf(asked).map((each) => ({ name: each.name, schema: each.input_schema })),
    choice: choice.type === 'tool' ? { name: choice.name } : choice.type,
    schema: schemaOf(asked),
    thinks: asked.thinking?.type === 'enabled',
    limit: asked.max_tokens,
    stops: asked.stop_sequences ?? [],
  }
}

const finishes = { stop: 'end_turn', stop_sequence: 'stop_sequence', length: 'max_tokens', tools: 'tool_use' }

const contentOf = ({ thought, text: said, calls }: Reply): Body[] => [
  ...(thought === undefined ? [] : [{ type: 'thinking', thinking: thought, signature: sealOf(thought) }]),
  ...(said === '' ? [] : [{ type: 'text', text: said }]),
  ...calls.map((call, index) => ({
    type: 'tool_use',
    id: `toolu_${index + 1}`,
    name: call.name,
    input: call.arguments,
  })),
]

const messageOf = (model: string, reply: Reply) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model,
  content: contentOf(reply),
  stop_reason: finishes[reply.finish],
  stop_sequence: null,
  usage: { input_tokens: strictUsage.input, output_tokens: strictUsage.output },
})

const eventsOf = (model: string, reply: Reply): Body[] => {
  const { content, stop_reason, stop_sequence, usage } = messageOf(model, reply)
  const begun = { ...messageOf(model, reply), content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } }
  return [
    { type: 'message_start', message: begun },
    { type: 'ping' },
    ...content.flatMap((each, index) => [
      { type: 'content_block_start', index, content_block: { ...each, ...emptied(each) } },
      ...deltasOf(each).map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ]),
    { type: 'message_delta', delta: { stop_reason, stop_sequence }, usage },
    { type: 'message_stop' },
  ]
}

const emptied = ({ type }: Body): object =>
  ({ text: { text: '' }, thinking: { thinking: '', signature: '' } })[String(type)] ?? { input: {} }

const deltasOf = (each: Body): object[] => {
  switch (each.type) {
    case 'text':
      return pieces(each.text).map((piece) => ({ type: 'text_delta', text: piece }))
    case 'thinking':
      return [
        ...pieces(each.thinking).map((thinking) => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature: each.signature },
      ]
    default:
      return pieces(JSON.stringify(each.input)).map((partial_json) => ({ type: 'input_json_delta', partial_json }))
  }
}
