import { isObject, type JsonObject } from '#protocols/json.ts'
import type { ProtocolName } from '#protocols/protocol.ts'
import type { Changes } from './provider.ts'

/** Longest first: `-xhigh` ends in `-high` too. */
const efforts = ['minimal', 'medium', 'xhigh', 'high', 'low', 'none', 'max']

/** Models that think before they answer: o1, o3-mini, gpt-5.2, … but not the plain chat variants. */
const thinks = /^(?:o\d|gpt-(?:[5-9]|\d\d))/
const isPlainChat = /-chat(?:-|$)/
/** Those whose thinking can be switched off take sampling fields again when it is. */
const thinksByChoice = /^gpt-(?:5\.[1-9]|[6-9]|\d\d)/
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

const sampling = [
  'temperature',
  'top_p',
  'logprobs',
  'top_logprobs',
  'presence_penalty',
  'frequency_penalty',
  'logit_bias',
] as const

/** What thinking models refuse is taken out, what they call by another name renamed. */
export const changesForThinking = (
  body: JsonObject,
  { model, effort, dialect }: { model: string; effort: string | undefined; dialect: ProtocolName },
): Changes => {
  if (!thinks.test(model) || isPlainChat.test(model)) return {}
  if (dialect === 'openai-responses')
    return effort === undefined ? {} : { reasoning: withEffort(body.reasoning, effort) }
  const wished = effort ?? body.reasoning_effort
  const changes: Record<string, unknown> = {}
  if (effort !== undefined) changes.reasoning_effort = effort
  if (body.max_tokens !== undefined) {
    changes.max_tokens = undefined
    if (body.max_completion_tokens === undefined) changes.max_completion_tokens = body.max_tokens
  }
  const mayBeSampled = thinksByChoice.test(model) && wished === 'none'
  for (const field of sampling) {
    if (!mayBeSampled && body[field] !== undefined) changes[field] = undefined
  }
  const messages = withDeveloper(body.messages, model)
  if (messages !== undefined) changes.messages = messages
  return changes
}

const withEffort = (reasoning: unknown, effort: string): JsonObject => ({
  ...(isObject(reasoning) ? reasoning : {}),
  effort,
})

const knowsNoDeveloper = /^o1-(?:mini|preview)/

/** These models call the system's messages the developer's. */
const withDeveloper = (messages: unknown, model: string): unknown[] | undefined => {
  if (!Array.isArray(messages)) return undefined
  const role = knowsNoDeveloper.test(model) ? 'user' : 'developer'
  const [first, ...rest] = messages
  return isObject(first) && first.role === 'system' ? [{ ...first, role }, ...rest] : undefined
}
