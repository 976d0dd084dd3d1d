import { estimateTokens } from '../estimate.ts'
import { type JsonObject, objectAt } from '../json.ts'
import { readError, writeError, writeErrorEvent } from '../openai-chat/error.ts'
import { amendModel, modelOf, plainOutline } from '../passed-request.ts'
import { tapBytes, tapEvents } from '../passed-stream.ts'
import { type Protocol, ProtocolError, type RequestOutline } from '../protocol.ts'
import { tokenCount, type Usage, usageOf } from '../usage.ts'

/** Speech out of text: the answer is sound, or events that carry it. */
export const openaiSpeech: Protocol = {
  name: 'openai-speech',
  common: undefined,
  answers: 'anything',
  writesNothing: true,
  request: {
    outline: (body) => outlineRequest(body),
    amend: amendModel,
  },
  reply: { usage: () => undefined },
  stream: { tap: (outline) => (outline.stream ? tapEvents(readUsage) : tapBytes()) },
  error: { read: readError, write: writeError, event: writeErrorEvent },
}

const longestText = 1_000_000

/** Classic voices are priced by the character, newer ones by the token. */
const pricedByCharacter = /^tts/

const outlineRequest = (body: JsonObject): RequestOutline => {
  const model = modelOf(body)
  const { input } = body
  if (typeof input !== 'string' || input === '') throw new ProtocolError('input', 'must be a non-empty text')
  if (input.length > longestText) throw new ProtocolError('input', 'is too long')
  const count = pricedByCharacter.test(model) ? [...input].length : estimateTokens(input)
  return plainOutline(model, {
    stream: body.stream_format === 'sse',
    promptEstimate: count,
    knownUsage: usageOf({ input: count }),
  })
}

const readUsage = (event: unknown): Usage | undefined => {
  const wire = objectAt(event, 'usage')
  if (wire === undefined) return undefined
  const input = tokenCount(wire.input_tokens)
  const audioOutput = tokenCount(wire.output_tokens)
  return input + audioOutput === 0 ? undefined : usageOf({ input, audioOutput })
}
