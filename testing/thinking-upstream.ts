import { type Answer, type AnsweredCall, answerEvents, answerJson } from './answering-upstream.ts'
import { chatBody } from './chat-answers.ts'

/** As loose as parsing leaves it. */
type Json = ReturnType<typeof JSON.parse>

/** What was thought at a step, and its seal. */
export type Step = { thought: string; seal: string }

/** Two calls of a tool, each behind a thought; then an answer. */
const steps: readonly Step[] = [
  { thought: 'It must be looked up first.', seal: Buffer.from('seal of the first').toString('base64') },
  { thought: 'Once more, to be sure.', seal: Buffer.from('seal of the second').toString('base64') },
]
export const conclusion = 'Seen twice.'

/** A vendor that seals what its model thinks. `told`: what a request repeats of it. */
type ThinkingVendor = {
  answer: (step: Step | undefined, place: number) => Json
  events: (step: Step | undefined, place: number) => Json[]
  told: (body: Json) => Partial<Step>[]
}

const callId = (place: number): string => `call_${place}`
const halves = (text: string): string[] => [text.slice(0, 9), text.slice(9)]

const chatMessage = (step: Step | undefined, place: number) =>
  step === undefined
    ? { role: 'assistant', content: conclusion }
    : {
        ...{ role: 'assistant', content: null, reasoning: step.thought },
        reasoning_details: [{ ...chatDetail, text: step.thought, signature: step.seal }],
        tool_calls: [{ index: 0, id: callId(place), type: 'function', function: { name: 'look', arguments: '{}' } }],
      }
const chatDetail = { type: 'reasoning.text', format: 'anthropic-claude-v1', index: 0 }

const claudeContent = (step: Step | undefined, place: number, thinking: Json) =>
  step === undefined
    ? [{ type: 'text', text: conclusion }]
    : [thinking, { type: 'tool_use', id: callId(place), name: 'look', input: {} }]
const claudeUsage = { input_tokens: 10, output_tokens: 10 }
const claudeMessage = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', stop_sequence: null }

const geminiParts = (step: Step | undefined) =>
  step === undefined
    ? [{ text: conclusion }]
    : [
        { text: step.thought, thought: true },
        { functionCall: { name: 'look', args: {} }, thoughtSignature: step.seal },
      ]
const geminiAnswer = (place: number, parts: Json[], finishReason?: string) => ({
  responseId: `answer${place}`,
  candidates: [
    { content: { role: 'model', parts }, index: 0, ...(finishReason === undefined ? {} : { finishReason }) },
  ],
  usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 10, totalTokenCount: 20 },
})

const output = (step: Step | undefined, place: number): Json[] =>
  step === undefined
    ? [
        {
          ...{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed' },
          content: [{ type: 'output_text', text: conclusion, annotations: [] }],
        },
      ]
    : [
        {
          ...{ type: 'reasoning', id: `rs_${place}`, encrypted_content: step.seal },
          summary: [{ type: 'summary_text', text: step.thought }],
        },
        {
          ...{ type: 'function_call', id: `fc_${place}`, call_id: callId(place), name: 'look' },
          ...{ arguments: '{}', status: 'completed' },
        },
      ]
const response = {
  ...{ id: 'resp_1', object: 'response', created_at: 1, model: 'm', parallel_tool_calls: true, tools: [] },
  ...{ error: null, incomplete_details: null, instructions: null, metadata: {}, tool_choice: 'auto' },
}
const responseUsage = { input_tokens: 10, output_tokens: 10, total_tokens: 20 }

const responseEvents = (step: Step | undefined, place: number): Json[] =>
  output(step, place).flatMap((item, index): Json[] => {
    const added = { type: 'response.output_item.added', output_index: index, item: { ...item, ...emptied(item) } }
    const done = { type: 'response.output_item.done', output_index: index, item }
    const at = { item_id: item.id, output_index: index }
    if (item.type === 'reasoning') {
      const part = { ...at, summary_index: 0 }
      const deltas = halves(step?.thought ?? '').map((delta) => ({
        ...{ type: 'response.reasoning_summary_text.delta', ...part, delta },
      }))
      const begun = { type: 'response.reasoning_summary_part.added', ...part, part: { type: 'summary_text', text: '' } }
      return [added, begun, ...deltas, { ...part, type: 'response.reasoning_summary_part.done' }, done]
    }
    if (item.type === 'message') {
      const part = { ...at, content_index: 0 }
      const begun = { type: 'response.content_part.added', ...part, part: { type: 'output_text', text: '' } }
      return [added, begun, { type: 'response.output_text.delta', ...part, delta: conclusion }, done]
    }
    return [added, { type: 'response.function_call_arguments.delta', ...at, delta: '{}' }, done]
  })

const emptied = ({ type }: Json) => {
  if (type === 'reasoning') return { summary: [], encrypted_content: null }
  return type === 'message' ? { content: [] } : { arguments: '' }
}

/** Claude, whose thoughts stand in blocks; `told` is how a block that came back is read. */
const claude = (block: (step: Step) => Json, told: (block: Json) => Partial<Step>): ThinkingVendor => {
  const contentOf = (step: Step | undefined, place: number): Json[] =>
    claudeContent(step, place, step === undefined ? undefined : block(step))
  const reasonOf = (step: Step | undefined) => (step === undefined ? 'end_turn' : 'tool_use')
  return {
    answer: (step, place) => ({
      ...{ ...claudeMessage, content: contentOf(step, place), usage: claudeUsage, stop_reason: reasonOf(step) },
    }),
    events: (step, place) => [
      { type: 'message_start', message: { ...claudeMessage, content: [], stop_reason: null, usage: claudeUsage } },
      ...contentOf(step, place).flatMap((each, index) => [
        { type: 'content_block_start', index, content_block: { ...each, ...emptyBlocks[each.type] } },
        ...deltasOf(each).map((delta) => ({ type: 'content_block_delta', index, delta })),
        { type: 'content_block_stop', index },
      ]),
      { type: 'message_delta', usage: claudeUsage, delta: { stop_reason: reasonOf(step), stop_sequence: null } },
      { type: 'message_stop' },
    ],
    told: ({ messages }) =>
      messages
        .flatMap(({ content }: Json) => (Array.isArray(content) ? content : []))
        .filter(({ type }: Json) => type.endsWith('thinking'))
        .map(told),
  }
}

const emptyBlocks: Readonly<Record<string, Json>> = { thinking: { thinking: '', signature: '' }, text: { text: '' } }

const deltasOf = ({ type, thinking, signature, text }: Json): Json[] => {
  switch (type) {
    case 'thinking':
      return [
        ...halves(thinking).flatMap((half) => (half === '' ? [] : [{ type: 'thinking_delta', thinking: half }])),
        { type: 'signature_delta', signature },
      ]
    case 'text':
      return [{ type: 'text_delta', text }]
    case 'tool_use':
      return [{ type: 'input_json_delta', partial_json: '{}' }]
    default:
      return []
  }
}

export const thinkingVendors = {
  'chat of a router': {
    answer: (step, place) => ({
      ...chatBody({ content: '' }),
      choices: [
        {
          ...{ index: 0, message: chatMessage(step, place) },
          finish_reason: step === undefined ? 'stop' : 'tool_calls',
        },
      ],
    }),
    events: (step, place) => {
      const { reasoning: _, reasoning_details: __, ...rest }: Json = chatMessage(step, place)
      const told = halves(step?.thought ?? '').map((text) => ({
        ...{ role: 'assistant', content: '', reasoning: text, reasoning_details: [{ ...chatDetail, text }] },
      }))
      const sealed = { content: '', reasoning_details: [{ ...chatDetail, signature: step?.seal }] }
      const deltas: Json[] = step === undefined ? [rest] : [...told, sealed, rest]
      const head = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' }
      return [
        ...deltas.map((delta) => ({ ...head, choices: [{ index: 0, delta, finish_reason: null }] })),
        {
          ...{ ...head, choices: [{ index: 0, delta: {}, finish_reason: step === undefined ? 'stop' : 'tool_calls' }] },
          usage: { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 },
        },
      ]
    },
    told: ({ messages }) =>
      messages.flatMap(({ reasoning_details: details = [] }: Json) =>
        details.map(({ text, signature }: Json) => ({ thought: text, seal: signature })),
      ),
  },
  'an encrypted item': {
    answer: (step, place) => ({
      ...{ ...response, status: 'completed', output: output(step, place), usage: responseUsage },
    }),
    events: (step, place) => [
      { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
      ...responseEvents(step, place),
      {
        type: 'response.completed',
        response: { ...response, status: 'completed', output: output(step, place), usage: responseUsage },
      },
    ],
    told: ({ input }) =>
      input
        .filter(({ type }: Json) => type === 'reasoning')
        .map(({ summary, encrypted_content: seal }: Json) => ({
          ...{ thought: summary.map(({ text }: Json) => text).join(''), seal },
        })),
  },
  'a signed block': claude(
    (step) => ({ type: 'thinking', thinking: step.thought, signature: step.seal }),
    ({ thinking, signature }) => ({ thought: thinking, seal: signature }),
  ),
  'a signed block without words': claude(
    (step) => ({ type: 'thinking', thinking: '', signature: step.seal }),
    ({ thinking, signature }) => ({ thought: thinking, seal: signature }),
  ),
  'a hidden block': claude(
    (step) => ({ type: 'redacted_thinking', data: step.seal }),
    ({ data }) => ({ seal: data }),
  ),
  'a signed call': {
    answer: (step, place) => geminiAnswer(place, geminiParts(step), 'STOP'),
    events: (step, place) => {
      const [first, ...rest]: Json[] = geminiParts(step)
      const begun = halves(first.text).map((text) => geminiAnswer(place, [{ ...first, text }]))
      return [...begun, geminiAnswer(place, rest.length === 0 ? [{ text: '' }] : rest, 'STOP')]
    },
    // What it thought is not sealed, and not every client keeps it.
    told: ({ contents }) =>
      contents
        .flatMap(({ parts }: Json) => parts)
        .filter(({ functionCall }: Json) => functionCall !== undefined)
        .map(({ thoughtSignature: seal }: Json) => ({ seal })),
  },
} satisfies Record<string, ThinkingVendor>

export type ThinkingVendorName = keyof typeof thinkingVendors
// seam: TypeScript knows the names of an object's members only as text
export const thinkingVendorNames = Object.keys(thinkingVendors) as ThinkingVendorName[]

/** What the vendor is told with each of three turns, where nothing of it is lost: nothing, the first, and both. */
export const toldOfAll = (name: ThinkingVendorName): Partial<Step>[][] => {
  const all = steps.map(({ thought, seal }) => ({ ...(hidesWords[name] ?? { thought }), seal }))
  return [[], all.slice(0, 1), all]
}

/** Where no words come with the seal, or words that it does not seal. */
const hidesWords: Readonly<Partial<Record<ThinkingVendorName, object>>> = {
  'a signed block without words': { thought: '' },
  'a hidden block': {},
  'a signed call': {},
}

/** Answers as the vendor would, by how many calls of the tool were answered already. */
export const thinksAs =
  (name: ThinkingVendorName): Answer =>
  (call, answer) => {
    const { answer: whole, events }: ThinkingVendor = thinkingVendors[name]
    const place = resultsIn(call)
    const step = steps[place]
    if (!isStreamed(call)) return answerJson(answer, 200, whole(step, place))
    answerEvents(answer, events(step, place))
  }

const results = /"type":"function_call_output"|"type":"tool_result"|"role":"tool"|"functionResponse"/g
const resultsIn = ({ text }: AnsweredCall): number => text.match(results)?.length ?? 0

const isStreamed = ({ path, body }: AnsweredCall): boolean =>
  body.stream === true || path.includes('streamGenerateContent')
