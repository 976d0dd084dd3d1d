import type { ChatRequest } from '../chat.ts'
import { estimateInputTokens } from '../counting/chat-estimate.ts'
import { createTextEstimate, messageOverhead, vocabularyOf } from '../counting/estimate.ts'
import { ProtocolError } from '../failure.ts'
import { isObject, type JsonObject } from '../json/json.ts'
import { plainOutline } from '../passed-request.ts'
import type { RequestOutline } from '../protocol.ts'
import { withoutTag } from './models.ts'
import { readRequest } from './read-request.ts'

export const outlineRequest = (body: JsonObject): RequestOutline => {
  const request = readRequest(body)
  // Words of the system alone ask nothing, and load nothing.
  if (request.messages.length === 0 && request.system.length > 0) {
    throw new ProtocolError('messages', 'must hold a message of the user')
  }
  return outlineOf(request)
}

export const limitOutput = ({ options }: JsonObject, tokens: number): JsonObject => ({
  options: { ...(isObject(options) ? options : {}), num_predict: tokens },
})

/** Streams are lines of JSON, each of them one value. */
export const outlineOf = (request: ChatRequest): RequestOutline => {
  const vocabulary = vocabularyOf(request.model)
  const tokens = estimateInputTokens(request, vocabulary, createTextEstimate(vocabulary))
  return plainOutline(request.model, {
    stream: request.stream,
    maximumOutput: request.maximumOutput,
    promptEstimate: tokens + messageOverhead * (request.messages.length + 1),
    framing: 'lines',
    otherName: withoutTag(request.model),
  })
}
