import { estimateTokens, messageOverhead, pictureEstimate, soundEstimate } from '../estimate.ts'
import { isObject, type JsonObject } from '../json.ts'
import { setMembers } from '../json-edit.ts'
import { ProtocolError, type RequestOutline } from '../protocol.ts'

const largestOutput = 2 ** 30

export const outlineRequest = (body: JsonObject): RequestOutline => {
  const { model, messages } = body
  if (typeof model !== 'string' || model === '') throw new ProtocolError('model', 'must be a non-empty string')
  if (!Array.isArray(messages) || messages.length === 0) {
    throw new ProtocolError('messages', 'must be a non-empty array')
  }
  const options = isObject(body.stream_options) ? body.stream_options : undefined
  return {
    model,
    stream: flag(body, 'stream'),
    maximumOutput: count(body, 'max_completion_tokens', largestOutput) ?? count(body, 'max_tokens', largestOutput),
    choices: count(body, 'n', 128) ?? 1,
    promptEstimate: estimatePrompt(messages, body),
    wantsUsage: options?.include_usage === true,
  }
}

/** Streams are always asked for their usage: without it a charge could only be estimated. */
export const amendRequest = (
  bytes: Buffer,
  body: JsonObject,
  outline: RequestOutline,
  upstreamModel: string,
): Buffer => {
  const changes: Record<string, unknown> = {}
  if (upstreamModel !== outline.model) changes.model = upstreamModel
  if (outline.stream && !outline.wantsUsage) {
    changes.stream_options = { ...(isObject(body.stream_options) ? body.stream_options : {}), include_usage: true }
  }
  return Object.keys(changes).length === 0 ? bytes : setMembers(bytes, changes)
}

const flag = (body: JsonObject, key: string): boolean => {
  const value = body[key]
  if (value === undefined || value === null) return false
  if (typeof value !== 'boolean') throw new ProtocolError(key, 'must be a boolean')
  return value
}

const count = (body: JsonObject, key: string, most: number): number | undefined => {
  const value = body[key]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value >= most) {
    throw new ProtocolError(key, `must be a whole number between 1 and ${most - 1}`)
  }
  return value
}

const estimatePrompt = (messages: readonly unknown[], body: JsonObject): number => {
  let tokens = messageOverhead
  for (const message of messages) {
    tokens += messageOverhead
    if (!isObject(message)) continue
    tokens += contentEstimate(message.content)
    if (message.tool_calls !== undefined) tokens += estimateTokens(JSON.stringify(message.tool_calls))
  }
  if (body.tools !== undefined) tokens += estimateTokens(JSON.stringify(body.tools))
  return tokens
}

const contentEstimate = (content: unknown): number => {
  if (typeof content === 'string') return estimateTokens(content)
  if (!Array.isArray(content)) return 0
  let tokens = 0
  for (const part of content) {
    if (!isObject(part)) continue
    if (typeof part.text === 'string') tokens += estimateTokens(part.text)
    else if (part.type === 'image_url') tokens += pictureEstimate
    else tokens += soundEstimate
  }
  return tokens
}
