import { estimateTokens, messageOverhead, pictureEstimate, soundEstimate } from '../counting/estimate.ts'
import { ProtocolError } from '../failure.ts'
import { isObject, type JsonObject, textAt } from '../json/json.ts'
import { setMembers } from '../json/json-edit.ts'
import { offeredTools } from '../offered-tools.ts'
import type { RequestOutline } from '../protocol.ts'
import { mayHoldForeignSeal, withoutForeignSeals } from './seal.ts'

const largestOutput = 2 ** 30

/** Also of a request to count tokens, which is the same without an output limit. */
export const outlineRequest = (body: JsonObject): RequestOutline => {
  const { model, messages, stream, max_tokens } = body
  if (typeof model !== 'string' || model === '') throw new ProtocolError('model', 'must be a non-empty string')
  if (!Array.isArray(messages) || messages.length === 0) {
    throw new ProtocolError('messages', 'must be a non-empty array')
  }
  if (stream !== undefined && stream !== null && typeof stream !== 'boolean') {
    throw new ProtocolError('stream', 'must be a boolean')
  }
  return {
    model,
    stream: stream === true,
    maximumOutput: readLimit(max_tokens),
    choices: 1,
    promptEstimate: estimatePrompt(body, messages),
    wantsUsage: true,
    offeredTools: offeredTools(body.tools),
    ...(runsCode(body) ? { makes: true } : {}),
  }
}

const runsCode = ({ container, tools }: JsonObject): boolean =>
  (container !== undefined && container !== null) ||
  (Array.isArray(tools) && tools.some((tool) => textAt(tool, 'type')?.startsWith('code_execution') === true))

/** Streams of this dialect always tell their usage: nothing but the model's name has to change. */
export const amendRequest = (
  bytes: Buffer,
  body: JsonObject,
  outline: RequestOutline,
  upstreamModel: string,
): Buffer => {
  const changes: JsonObject = {}
  if (upstreamModel !== outline.model) changes.model = upstreamModel
  if (mayHoldForeignSeal(bytes) && Array.isArray(body.messages)) {
    const messages = withoutForeignSeals(body.messages)
    if (messages !== undefined) changes.messages = messages
  }
  return Object.keys(changes).length === 0 ? bytes : setMembers(bytes, changes)
}

/** Zero is allowed: it fills the upstream's cache and writes nothing. */
const readLimit = (value: unknown): number | undefined => {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value >= largestOutput) {
    throw new ProtocolError('max_tokens', `must be a whole number between 0 and ${largestOutput - 1}`)
  }
  return value
}

/** What is thought has to fit below the limit. */
export const limitOutput = ({ thinking }: JsonObject, tokens: number): JsonObject | undefined => {
  const budget = isObject(thinking) && thinking.type === 'enabled' ? thinking.budget_tokens : undefined
  return typeof budget === 'number' && budget >= tokens ? undefined : { max_tokens: tokens }
}

const estimatePrompt = (body: JsonObject, messages: readonly unknown[]): number => {
  let tokens = messageOverhead + contentEstimate(body.system)
  for (const message of messages) {
    tokens += messageOverhead
    if (isObject(message)) tokens += contentEstimate(message.content)
  }
  if (body.tools !== undefined) tokens += estimateTokens(JSON.stringify(body.tools))
  return tokens
}

const contentEstimate = (content: unknown): number => {
  if (typeof content === 'string') return estimateTokens(content)
  if (!Array.isArray(content)) return 0
  let tokens = 0
  for (const block of content) if (isObject(block)) tokens += blockEstimate(block)
  return tokens
}

const blockEstimate = (block: JsonObject): number => {
  switch (block.type) {
    case 'text':
      return contentEstimate(block.text)
    case 'thinking':
      return contentEstimate(block.thinking)
    case 'image':
      return pictureEstimate
    case 'document':
      return isObject(block.source) && block.source.type === 'text' ? contentEstimate(block.source.data) : soundEstimate
    case 'tool_result':
      return contentEstimate(block.content)
    default:
      return estimateTokens(JSON.stringify(block))
  }
}
