import { isObject, type JsonObject, objectAt, textAt } from '#protocols/json/json.ts'
import type { ProtocolName } from '#protocols/protocol.ts'
import type { Changes } from './provider.ts'

/** Longest first: `-xhigh` ends in `-high` too. */
const efforts = ['minimal', 'medium', 'xhigh', 'high', 'low', 'none', 'max']

/** Models that think before they answer: o1, o3-mini, gpt-5.2, … but not the plain chat variants. */
const thinks = /^(?:o\d|gpt-(?:[5-9]|\d\d))/
const searches = /-search-(?:preview|api)/
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
  thinks.test(model) || searches.test(model) || responsesOnly.test(model)

/** The effort that the name asks for, and the names that the oldest of these models have for who speaks. */
export const changesForParticular = (
  body: JsonObject,
  { model, effort, dialect }: { model: string; effort: string | undefined; dialect: ProtocolName },
): Changes => {
  if (dialect === 'openai-responses') {
    return effort === undefined ? {} : { reasoning: { ...objectAt(body, 'reasoning'), effort } }
  }
  const messages = withDeveloper(body.messages, model)
  const wished = effort ?? body.reasoning_effort ?? textAt(body.reasoning, 'effort')
  return {
    // The newer dialect's word for it, which clients of routers use here.
    ...(body.reasoning === undefined ? {} : { reasoning: undefined }),
    ...(wished === body.reasoning_effort ? {} : { reasoning_effort: wished }),
    ...(messages === undefined ? {} : { messages }),
  }
}

const knowsNoDeveloper = /^o1-(?:mini|preview)/

/** The older of these models call the system's messages the developer's. */
const withDeveloper = (messages: unknown, model: string): unknown[] | undefined => {
  if (!/^o\d/.test(model) || !Array.isArray(messages)) return undefined
  const role = knowsNoDeveloper.test(model) ? 'user' : 'developer'
  const isSystem = (message: unknown): message is JsonObject => isObject(message) && message.role === 'system'
  if (!messages.some(isSystem)) return undefined
  return messages.map((message: unknown) => (isSystem(message) ? { ...message, role } : message))
}
