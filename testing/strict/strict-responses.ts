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

const name = z.string().regex(/^[\w-]{1,64}$/)
const identity = { id: z.string().optional(), status: z.string().nullable().optional() }
const inputPart = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('input_text'), text: z.string() }),
  z.strictObject({
    type: z.literal('input_image'),
    image_url: z.string(),
    detail: z.enum(['auto', 'low', 'high', 'original']).optional(),
  }),
])
const outputPart = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('output_text'),
    text: z.string(),
    annotations: z.array(z.unknown()).optional(),
    logprobs: z.array(z.unknown()).nullable().optional(),
  }),
  z.strictObject({ type: z.literal('refusal'), refusal: z.string() }),
])
const item = z.union([
  z.strictObject({
    ...identity,
    type: z.literal('message').optional(),
    role: z.enum(['user', 'system', 'developer']),
    content: z.union([z.string(), z.array(inputPart).min(1)]),
  }),
  z.strictObject({
    ...identity,
    type: z.literal('message').optional(),
    role: z.literal('assistant'),
    content: z.union([z.string(), z.array(outputPart).min(1)]),
    phase: z.string().nullable().optional(),
  }),
  z.strictObject({
    ...identity,
    type: z.literal('function_call'),
    call_id: z.string().min(1),
    name,
    namespace: z.string().nullable().optional(),
    arguments: z.string(),
  }),
  z.strictObject({
    ...identity,
    type: z.literal('function_call_output'),
    call_id: z.string().min(1),
    output: z.union([z.string(), z.array(inputPart).min(1)]),
  }),
  z.strictObject({
    ...identity,
    type: z.literal('reasoning'),
    id: z.string().startsWith('rs_').optional(),
    summary: z.array(z.strictObject({ type: z.literal('summary_text'), text: z.string() })),
    content: z.array(z.unknown()).nullable().optional(),
    encrypted_content: z.string().nullable().optional(),
  }),
])
/** Tools of the vendor's own, and rooms of tools, are left as they are. */
const otherTool = z.looseObject({ type: z.enum(['web_search', 'namespace', 'custom']) })
const functionTool = z.strictObject({
  type: z.literal('function'),
  name,
  description: z.string().nullable().optional(),
  parameters: z.looseObject({ type: z.literal('object') }).nullable(),
  strict: z.boolean().nullable().optional(),
})
const format = z.discriminatedUnion('type', [
  z.strictObject({ type: z.enum(['text', 'json_object']) }),
  z.strictObject({
    type: z.literal('json_schema'),
    name,
    description: z.string().optional(),
    schema: z.looseObject({}),
    strict: z.boolean().nullable().optional(),
  }),
])
const flag = z.boolean().nullable().optional()
const number = z.number().nullable().optional()
const request = z.strictObject({
  model: z.string(),
  input: z.union([z.string(), z.array(item).min(1)]),
  background: flag,
  client_metadata: z.record(z.string(), z.string()).optional(),
  include: z
    .array(z.enum(['reasoning.encrypted_content', 'message.output_text.logprobs']))
    .nullable()
    .optional(),
  instructions: z.string().nullable().optional(),
  max_output_tokens: z.number().min(16).nullable().optional(),
  metadata: z.record(z.string(), z.string()).nullable().optional(),
  parallel_tool_calls: flag,
  previous_response_id: z.null().optional(),
  prompt_cache_key: z.string().optional(),
  reasoning: z
    .strictObject({
      effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh']).nullable().optional(),
      summary: z.enum(['auto', 'concise', 'detailed']).nullable().optional(),
    })
    .nullable()
    .optional(),
  safety_identifier: z.string().optional(),
  service_tier: z.string().nullable().optional(),
  store: flag,
  stream: flag,
  stream_options: z.strictObject({ include_obfuscation: z.boolean().optional() }).nullable().optional(),
  text: z
    .strictObject({ format: format.optional(), verbosity: z.enum(['low', 'medium', 'high']).nullable().optional() })
    .optional(),
  tool_choice: z
    .union([z.enum(['none', 'auto', 'required']), z.strictObject({ type: z.literal('function'), name })])
    .optional(),
  tools: z.array(z.union([functionTool, otherTool])).optional(),
  top_logprobs: number,
  truncation: z.enum(['auto', 'disabled']).nullable().optional(),
  user: z.string().optional(),
})
type Request = z.infer<typeof request>
type Item = z.infer<typeof item>

/** Responses, by a vendor whose model thinks and so takes no word on sampling. */
export const strictResponses: StrictDialect = {
  name: 'responses',
  path: /^\/v1\/responses$/,
  keyOf: ({ authorization }) => authorization?.replace(/^Bearer /, ''),
  modelOf: (_path, { model }) => String(model),
  answer: ({ body }, response) => {
    const asked = request.parse(body)
    const items = typeof asked.input === 'string' ? [] : asked.input
    refuseBrokenOrder(items)
    for (const { name: called, parameters, strict } of functionsOf(asked)) {
      // A tool that does not say whether it is strict is made so as far as its schema allows.
      if (strict === true) refuseLooseSchema(parameters, called)
    }
    const wanted = asked.text?.format
    if (wanted?.type === 'json_schema' && wanted.strict === true) refuseLooseSchema(wanted.schema, 'text.format')
    const reply = replyTo(questionIn(asked, items))
    if (asked.stream === true) return stream(response, eventsOf(asked, reply).map(named))
    return answerJson(response, 200, responseOf(asked, reply))
  },
  failure: ({ message: said, status, code }) => ({
    error: { message: said, type: status === 429 ? 'tokens' : 'invalid_request_error', param: null, code },
  }),
  limited: 'Rate limit reached for this model.',
  tooLong: 'Your input exceeds the context window of this model. Please adjust your input and try again.',
}

const thoughtSeal = sealOf(strictThought)

const refuseBrokenOrder = (items: readonly Item[]): void => {
  const open = new Set<string>()
  for (const [index, each] of items.entries()) {
    if (each.type === 'function_call') {
      refuseUnless(!open.has(each.call_id), `two calls with the id ${each.call_id}`)
      open.add(each.call_id)
    } else if (each.type === 'function_call_output') {
      refuseUnless(
        open.delete(each.call_id),
        `No tool call found for function call output with call_id ${each.call_id}.`,
      )
    } else if (each.type === 'reasoning') {
      const next = items[index + 1]
      const goesOn =
        next?.type === 'function_call' || (next !== undefined && 'role' in next && next.role === 'assistant')
      refuseUnless(goesOn, `Item ${each.id} of type 'reasoning' was provided without its required following item.`)
      // Without a seal it is looked up among what was kept.
      const isKnown = (each.encrypted_content ?? (each.id === 'rs_1' ? thoughtSeal : '')) === thoughtSeal
      refuseUnless(isKnown, `The encrypted content of item ${each.id} could not be verified.`)
    }
  }
  refuseUnless(open.size === 0, `No tool output found for function call ${[...open].join(', ')}.`)
}

const functionsOf = ({ tools = [] }: Request) => tools.flatMap((each) => (each.type === 'function' ? [each] : []))

const partsOf = (content: Body): Body[] => (typeof content === 'string' ? [{ text: content }] : content)
const plain = (content: Body): string => joined(partsOf(content).map(({ text }) => text))

const questionIn = (asked: Request, items: readonly Item[]): Question => {
  const isOfModel = (each: Item) =>
    each.type === 'function_call' || each.type === 'reasoning' || ('role' in each && each.role === 'assistant')
  const lastTurn = items.slice(items.findLastIndex(isOfModel) + 1)
  const shown = lastTurn.flatMap((each) =>
    'role' in each
      ? partsOf(each.content).flatMap((part) => (part.type === 'input_image' ? [pictureIn(part.image_url)] : []))
      : [],
  )
  const systems = items.filter((each) => 'role' in each && ['system', 'developer'].includes(each.role))
  const choice = asked.tool_choice ?? 'auto'
  return {
    system: joined([asked.instructions ?? '', ...systems.map((each) => ('role' in each ? plain(each.content) : ''))]),
    asked:
      typeof asked.input === 'string'
        ? asked.input
        : joined(lastTurn.map((each) => ('role' in each ? plain(each.content) : undefined))),
    picture: shown[0],
    results: lastTurn.flatMap((each) => (each.type === 'function_call_output' ? [plain(each.output)] : [])),
    tools: functionsOf(asked).map((each) => ({ name: each.name, schema: each.parameters })),
    choice: choice === 'required' ? 'any' : choice,
    schema: asked.text?.format?.type === 'json_schema' ? asked.text.format.schema : undefined,
    // Unless it is told not to.
    thinks: asked.reasoning?.effort !== 'none',
    limit: asked.max_output_tokens ?? undefined,
    stops: [],
  }
}

const usage = {
  input_tokens: strictUsage.input,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: strictUsage.output,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: strictUsage.input + strictUsage.output,
}

/** Each item as it is finished; a summary of what was thought is told to whoever asks for one. */
const itemsOf = ({ reasoning, include }: Request, { thought, text, calls }: Reply): Body[] => [
  ...(thought === undefined
    ? []
    : [
        {
          id: 'rs_1',
          type: 'reasoning',
          summary: reasoning?.summary ? [{ type: 'summary_text', text: thought }] : [],
          ...(include?.includes('reasoning.encrypted_content') ? { encrypted_content: sealOf(thought) } : {}),
        },
      ]),
  ...(text === ''
    ? []
    : [
        {
          id: 'msg_1',
          type: 'message',
          status: 'completed',
          role: 'assistant',
          content: [{ type: 'output_text', text, annotations: [], logprobs: [] }],
        },
      ]),
  ...calls.map((call, index) => ({
    id: `fc_${index + 1}`,
    type: 'function_call',
    status: 'completed',
    call_id: `call_${index + 1}`,
    name: call.name,
    arguments: JSON.stringify(call.arguments),
  })),
]

const responseOf = (asked: Request, reply: Reply) => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  status: reply.finish === 'length' ? 'incomplete' : 'completed',
  error: null,
  incomplete_details: reply.finish === 'length' ? { reason: 'max_output_tokens' } : null,
  instructions: asked.instructions ?? null,
  metadata: {},
  model: asked.model,
  output: itemsOf(asked, reply),
  parallel_tool_calls: true,
  temperature: 1,
  tool_choice: 'auto',
  tools: asked.tools ?? [],
  top_p: 1,
  usage,
})

const eventsOf = (asked: Request, reply: Reply): Body[] => {
  const finished = responseOf(asked, reply)
  const begun = { ...finished, status: 'in_progress', output: [], usage: null, incomplete_details: null }
  const events = [
    { type: 'response.created', response: begun },
    { type: 'response.in_progress', response: begun },
    ...finished.output.flatMap((each, output_index) => eventsOfItem(each, { item_id: each.id, output_index })),
    { type: `response.${finished.status}`, response: finished },
  ]
  return events.map((event, sequence_number) => ({ ...event, sequence_number }))
}

const eventsOfItem = (each: Body, place: { item_id: string; output_index: number }): Body[] => {
  const { output_index } = place
  const framed = (empty: object, inside: Body[]) => [
    { type: 'response.output_item.added', output_index, item: { ...each, ...empty } },
    ...inside,
    { type: 'response.output_item.done', output_index, item: each },
  ]
  switch (each.type) {
    case 'reasoning':
      return framed(
        { summary: [] },
        each.summary.flatMap((part: Body, summary_index: number) => [
          { type: 'response.reasoning_summary_part.added', ...place, summary_index, part: { ...part, text: '' } },
          ...pieces(part.text).map((delta) => ({
            type: 'response.reasoning_summary_text.delta',
            ...place,
            summary_index,
            delta,
          })),
          { type: 'response.reasoning_summary_text.done', ...place, summary_index, text: part.text },
          { type: 'response.reasoning_summary_part.done', ...place, summary_index, part },
        ]),
      )
    case 'function_call':
      return framed({ status: 'in_progress', arguments: '' }, [
        ...pieces(each.arguments).map((delta) => ({ type: 'response.function_call_arguments.delta', ...place, delta })),
        { type: 'response.function_call_arguments.done', ...place, arguments: each.arguments },
      ])
    default: {
      const [part] = each.content
      const at = { ...place, content_index: 0 }
      return framed({ status: 'in_progress', content: [] }, [
        { type: 'response.content_part.added', ...at, part: { ...part, text: '' } },
        ...pieces(part.text).map((delta) => ({ type: 'response.output_text.delta', ...at, delta, logprobs: [] })),
        { type: 'response.output_text.done', ...at, text: part.text, logprobs: [] },
        { type: 'response.content_part.done', ...at, part },
      ])
    }
  }
}
