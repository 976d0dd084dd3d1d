import { createHash } from 'node:crypto'
import { isObject, type JsonObject } from '#protocols/json/json.ts'
import { withChatRules, without } from './chat-rules.ts'
import { compatible, withoutStreamOptions } from './compatible.ts'
import { openaiLikeChat } from './openai-like-chat.ts'
import { withPlainVectors } from './plain-vectors.ts'
import type { Changes, Provider, Route } from './provider.ts'
import { apiKey } from './words.ts'

const plain = compatible({
  type: 42,
  name: 'mistral',
  label: 'Mistral',
  baseUrl: 'https://api.mistral.ai',
  keyHint: apiKey,
  operations: ['chat', 'embeddings', 'moderations', 'transcription'],
  models:
    'mistral-large-latest mistral-large-2512 mistral-medium-latest mistral-medium-3.5 mistral-medium-2508 ' +
    'mistral-small-latest ministral-14b-latest ministral-8b-latest ministral-3b-latest codestral-latest ' +
    'devstral-latest magistral-medium-latest magistral-small-latest pixtral-large-latest open-mistral-nemo ' +
    'mistral-embed codestral-embed mistral-moderation-latest voxtral-small-latest',
})

const ruled = withChatRules(plain, ({ model }) => ({
  model,
  changes: (body) => ({
    ...without(body, refused),
    ...withoutStreamOptions(body),
    ...(body.seed === undefined ? {} : { seed: undefined, random_seed: body.seed }),
    ...(body.tool_choice === 'required' ? { tool_choice: 'any' } : {}),
    ...effortOf(body),
    ...callsOf(body),
  }),
}))

const mistralChat = openaiLikeChat('mistral-chat')

/** Models that think tell their answers in parts, which clients of chat do not know. */
export const mistral: Provider = withPlainVectors({
  ...ruled,
  route: (facts, wanted, key): Route => {
    const route = ruled.route(facts, wanted, key)
    return route.dialect === 'openai-chat' && thinks.test(wanted.model) ? { ...route, dialect: mistralChat } : route
  },
})

const thinks = /^magistral|^mistral-(?:small|medium)/

/** A member it does not know is an error. */
const refused = ['user', 'store', 'metadata', 'service_tier', 'safety_identifier']

/** Thinking is on or off. */
const effortOf = ({ reasoning_effort: effort }: JsonObject): Changes => {
  if (typeof effort !== 'string') return {}
  return { reasoning_effort: effort === 'none' || effort === 'minimal' ? 'none' : 'high' }
}

/** Ids of calls have nine letters and figures here: others become such, each the same wherever it stands. */
const callsOf = ({ messages }: JsonObject): Changes => {
  if (!Array.isArray(messages) || !messages.some(hasForeignId)) return {}
  return { messages: messages.map(withOwnIds) }
}

const isOwn = (id: unknown): boolean => typeof id !== 'string' || /^[a-zA-Z0-9]{9}$/.test(id)
const ownId = (id: unknown): unknown =>
  isOwn(id) ? id : createHash('sha256').update(String(id)).digest('hex').slice(0, 9)

const callsIn = (message: JsonObject): JsonObject[] =>
  Array.isArray(message.tool_calls) ? message.tool_calls.filter(isObject) : []

const hasForeignId = (message: unknown): boolean =>
  isObject(message) && (!isOwn(message.tool_call_id) || callsIn(message).some(({ id }) => !isOwn(id)))

const withOwnIds = (message: unknown): unknown => {
  if (!isObject(message) || !hasForeignId(message)) return message
  if (message.tool_call_id !== undefined) return { ...message, tool_call_id: ownId(message.tool_call_id) }
  return { ...message, tool_calls: callsIn(message).map((call) => ({ ...call, id: ownId(call.id) })) }
}
