import {
  createTextEstimate,
  messageOverhead,
  soundEstimate,
  type TextEstimate,
  vocabularyOf,
} from '../counting/estimate.ts'
import { estimatePictureAt } from '../counting/picture-estimate.ts'
import { ProtocolError } from '../failure.ts'
import { isObject, type JsonObject, textAt } from '../json/json.ts'
import { setMembers } from '../json/json-edit.ts'
import { offeredSearch } from '../offered-tools.ts'
import type { RequestOutline } from '../protocol.ts'
import { countField, flagField, largestOutput, limitField, limitNames, mostChoices, requiredText } from './fields.ts'
import { plainReasoning } from './reasoning-details.ts'

export const outlineRequest = (body: JsonObject): RequestOutline => {
  const model = requiredText(body, 'model')
  const { messages } = body
  if (!Array.isArray(messages) || messages.length === 0) {
    throw new ProtocolError('messages', 'must be a non-empty array')
  }
  return {
    model,
    stream: flagField(body, 'stream') ?? false,
    maximumOutput: maximumOf(body),
    choices: countField(body, 'n', mostChoices) ?? 1,
    promptEstimate: estimatePrompt(model, messages, body),
    wantsUsage: wantsUsage(body),
    ...(Array.isArray(body.modalities) && body.modalities.includes('audio') ? { makes: true } : {}),
    offeredTools: offeredSearch(body.web_search_options),
  }
}

/** Where both names are used, upstreams differ in which they mind. */
const maximumOf = (body: JsonObject): number | undefined => {
  const maximum = limitField(body, 'max_completion_tokens', largestOutput)
  const older = limitField(body, 'max_tokens', largestOutput)
  return maximum !== undefined && older !== undefined ? Math.max(maximum, older) : (maximum ?? older)
}

/** Under the name that the client uses; without one, under the one that more upstreams know. */
export const limitOutput = (body: JsonObject, tokens: number): JsonObject => {
  const said = limitNames.filter((name) => typeof body[name] === 'number')
  return Object.fromEntries((said.length === 0 ? ['max_tokens'] : said).map((name) => [name, tokens]))
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
  // No upstream knows a limit of nothing.
  for (const name of limitNames) if (body[name] === 0) changes[name] = undefined
  if (upstreamModel !== outline.model) changes.model = upstreamModel
  if (outline.stream && !outline.wantsUsage) {
    changes.stream_options = { ...(isObject(body.stream_options) ? body.stream_options : {}), include_usage: true }
  }
  return Object.keys(changes).length === 0 ? bytes : setMembers(bytes, changes)
}

const toolOverhead = 8

const estimatePrompt = (model: string, messages: readonly unknown[], body: JsonObject): number => {
  const estimate = createTextEstimate(vocabularyOf(model))
  let tokens = messageOverhead
  for (const message of messages) {
    tokens += messageOverhead
    if (!isObject(message)) continue
    tokens += contentEstimate(model, estimate, message.content)
    if (message.tool_calls !== undefined) tokens += estimate(JSON.stringify(message.tool_calls))
    const thought = plainReasoning(message)
    if (thought !== undefined) tokens += estimate(thought)
  }
  if (Array.isArray(body.tools)) {
    tokens += toolOverhead * body.tools.length + estimate(JSON.stringify(body.tools))
  }
  if (Array.isArray(body.functions)) tokens += estimate(JSON.stringify(body.functions))
  return tokens
}

const contentEstimate = (model: string, estimate: TextEstimate, content: unknown): number => {
  if (typeof content === 'string') return estimate(content)
  if (!Array.isArray(content)) return 0
  let tokens = 0
  for (const part of content) {
    if (!isObject(part)) continue
    if (typeof part.text === 'string') tokens += estimate(part.text)
    else if (part.type === 'image_url') tokens += pictureEstimate(model, part)
    else if (part.type === 'input_audio') tokens += soundTokens(part)
    else tokens += soundEstimate
  }
  return tokens
}

const pictureEstimate = (model: string, part: JsonObject): number => {
  const address = typeof part.image_url === 'string' ? part.image_url : textAt(part.image_url, 'url')
  return estimatePictureAt(model, address ?? '', textAt(part.image_url, 'detail'))
}

/** Ten tokens a second, of a sound that is not pressed harder than telephones do. */
const soundTokens = (part: JsonObject): number => {
  const data = typeof part.input_audio === 'string' ? part.input_audio : textAt(part.input_audio, 'data')
  return Math.max(leastSound, Math.ceil((data?.length ?? 0) / 512))
}

const leastSound = 256
