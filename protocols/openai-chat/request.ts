import { estimateTokens, messageOverhead, pictureEstimate, soundEstimate } from '../estimate.ts'
import { isObject, type JsonObject } from '../json.ts'
import { setMembers } from '../json-edit.ts'
import { ProtocolError, type RequestOutline } from '../protocol.ts'
import { countField, flagField, largestOutput, mostChoices, requiredText } from './fields.ts'

export const outlineRequest = (body: JsonObject): RequestOutline => {
  const model = requiredText(body, 'model')
  const { messages } = body
  if (!Array.isArray(messages) || messages.length === 0) {
    throw new ProtocolError('messages', 'must be a non-empty array')
  }
  return {
    model,
    stream: flagField(body, 'stream') ?? false,
    maximumOutput:
      countField(body, 'max_completion_tokens', largestOutput) ?? countField(body, 'max_tokens', largestOutput),
    choices: countField(body, 'n', mostChoices) ?? 1,
    promptEstimate: estimatePrompt(messages, body),
    wantsUsage: wantsUsage(body),
  }
}

export const wantsUsage = (body: JsonObject): boolean =>
  isObject(body.stream_options) && body.stream_options.include_usage === true

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
