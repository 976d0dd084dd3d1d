import { isObject, type JsonObject, textAt } from '#protocols/json/json.ts'
import type { ProtocolName } from '#protocols/protocol.ts'
import { without } from './chat-rules.ts'
import type { Changes } from './provider.ts'

/** Longest first: `-xhigh` ends in `-high` too. */
const efforts = ['minimal', 'medium', 'xhigh', 'high', 'low', 'none', 'max']

/** Models that think before they answer: o1, o3-mini, gpt-5.2, … but not the plain chat variants. */
const thinks = /^(?:o\d|gpt-(?:[5-9]|\d\d))/
const isPlainChat = /-chat(?:-|$)/
const searches = /-search-(?:preview|api)/
/** Those whose thinking can be switched off take sampling fields again when it is. */
const thinksByChoice = /^gpt-(?:5\.[1-9]|[6-9]|\d\d)/
/** The generations before: they are not told how hard to think. */
const isOlder = /^(?:chatgpt-4o|gpt-(?:3\.5|4))/
/** Models that answer only under the newer dialect. */
const responsesOnly = /^(?:o\d-pro|gpt-5[^/]*-(?:pro|codex)|codex-|computer-use)|deep-research/

export const speaksOnlyResponses = (model: string): boolean => responsesOnly.test(model)

/** The effort a name asks for, taken off it, unless the whole name is a model of its own. */
export const readEffort = (
  model: string,
  known: ReadonlySet<string>,
): { model: string; effort: string | undefined } => {
  if (!thinks.test(model) || known.has(model) || model.endsWith('-codex-max')) return { model, effort: undefined }
  const effort = efforts.find((each) => model.endsWith(`-${each}`))
  return effort === undefined ? { model, effort } : { model: model.slice(0, -effort.length - 1), effort }
}

/** Models that search before every answer, and are charged for it. */
export const searchesAlways = (model: string): boolean => searches.test(model)

/** Whether a model's conversations differ from the plain ones: then its name and its body are looked at. */
export const isParticular = (model: string): boolean =>
  thinks.test(model) || isOlder.test(model) || responsesOnly.test(model)

const sampling = [
  'temperature',
  'top_p',
  'logprobs',
  'top_logprobs',
  'presence_penalty',
  'frequency_penalty',
  'logit_bias',
] as const

/** How translated requests say what this maker's models know nothing of. */
const foreign = ['top_k'] as const
const thinking = ['reasoning_effort', 'reasoning'] as const

/** What a model refuses is taken out, what it calls by another name renamed. */
export const changesForParticular = (
  body: JsonObject,
  { model, effort, dialect }: { model: string; effort: string | undefined; dialect: ProtocolName },
): Changes => {
  if (searches.test(model)) return without(body, [...foreign, ...sampling, 'n'])
  if (isOlder.test(model) || isPlainChat.test(model)) return without(body, [...foreign, ...thinking])
  return dialect === 'openai-responses' ? changesForResponses(body, model, effort) : changesForChat(body, model, effort)
}

const changesForResponses = (body: JsonObject, model: string, effort: string | undefined): Changes => {
  const reasoning = isObject(body.reasoning) ? body.reasoning : {}
  const wished = effort ?? reasoning.effort
  return {
    ...(mayBeSampled(model, wished) ? {} : without(body, ['temperature', 'top_p', 'top_logprobs'])),
    ...(effort === undefined ? {} : { reasoning: { ...reasoning, effort } }),
  }
}

const changesForChat = (body: JsonObject, model: string, effort: string | undefined): Changes => {
  const limit = body.max_completion_tokens ?? body.max_tokens
  const messages = withDeveloper(body.messages, model)
  const wished = effort ?? body.reasoning_effort ?? textAt(body.reasoning, 'effort')
  return {
    ...without(body, foreign),
    ...(mayBeSampled(model, wished) ? {} : without(body, sampling)),
    // The newer dialect's word for it, which clients of routers use here.
    ...without(body, ['reasoning']),
    ...(wished === body.reasoning_effort ? {} : { reasoning_effort: wished }),
    ...(body.max_tokens === undefined ? {} : { max_tokens: undefined, max_completion_tokens: limit }),
    ...(messages === undefined ? {} : { messages }),
  }
}

const mayBeSampled = (model: string, effort: unknown): boolean => thinksByChoice.test(model) && effort === 'none'

const knowsNoDeveloper = /^o1-(?:mini|preview)/

/** The older of these models call the system's messages the developer's. */
const withDeveloper = (messages: unknown, model: string): unknown[] | undefined => {
  if (!/^o\d/.test(model) || !Array.isArray(messages)) return undefined
  const role = knowsNoDeveloper.test(model) ? 'user' : 'developer'
  const isSystem = (message: unknown): message is JsonObject => isObject(message) && message.role === 'system'
  if (!messages.some(isSystem)) return undefined
  return messages.map((message: unknown) => (isSystem(message) ? { ...message, role } : message))
}
