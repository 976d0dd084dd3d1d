import { estimateInputTokens } from '#protocols/counting/chat-estimate.ts'
import { createTextEstimate, messageOverhead, vocabularyOf } from '#protocols/counting/estimate.ts'
import type { JsonObject } from '#protocols/json/json.ts'
import { plainOutline } from '#protocols/passed-request.ts'
import type { RequestOutline } from '#protocols/protocol.ts'
import { readRequest } from './read-request.ts'

export const outlineRequest = (body: JsonObject): RequestOutline => {
  const request = readRequest(body)
  const vocabulary = vocabularyOf(request.model)
  const tokens = estimateInputTokens(request, vocabulary, createTextEstimate(vocabulary))
  return plainOutline(request.model, {
    stream: request.stream,
    maximumOutput: request.maximumOutput,
    promptEstimate: tokens + messageOverhead * (request.messages.length + 1),
    framing: 'lines',
  })
}

export const limitOutput = (_body: JsonObject, tokens: number): JsonObject => ({ most: tokens })
