import { tokenCount, type Usage, usageOf } from '#pricing/usage.ts'
import { type JsonObject, objectAt } from '../json/json.ts'
import type { TranscriptionUsage } from '../realtime.ts'

/** The usage of one `response.done`: told with the response, or beside it by some. */
export const readResponseUsage = (event: JsonObject): Usage | undefined =>
  readTokens(objectAt(objectAt(event, 'response'), 'usage')) ?? readTokens(objectAt(event, 'usage'))

/** The usage of one `conversation.item.input_audio_transcription.completed`. */
export const readTranscriptionUsage = (event: JsonObject): TranscriptionUsage | undefined => {
  const wire = objectAt(event, 'usage')
  if (wire?.type === 'duration') {
    const { seconds } = wire
    return typeof seconds === 'number' && seconds > 0 && seconds < longestSession
      ? { kind: 'duration', seconds }
      : undefined
  }
  const usage = readTokens(wire)
  return usage === undefined ? undefined : { kind: 'tokens', usage }
}

/** Nobody speaks for longer than a day at once. */
const longestSession = 86_400

/** Cached tokens are counted inside text, sound and pictures; fresh ones of each are what is left. */
const readTokens = (wire: JsonObject | undefined): Usage | undefined => {
  if (wire === undefined) return undefined
  const input = tokenCount(wire.input_tokens)
  const output = tokenCount(wire.output_tokens)
  if (input === 0 && output === 0) return undefined
  const inputDetails = objectAt(wire, 'input_token_details')
  const outputDetails = objectAt(wire, 'output_token_details')
  const cachedDetails = objectAt(inputDetails, 'cached_tokens_details')
  const cacheRead = share(inputDetails?.cached_tokens, input)
  const fresh = (kind: string, rest: number) =>
    share(tokenCount(inputDetails?.[kind]) - tokenCount(cachedDetails?.[kind]), rest)
  const audioInput = fresh('audio_tokens', input - cacheRead)
  const imageInput = fresh('image_tokens', input - cacheRead - audioInput)
  const audioOutput = share(outputDetails?.audio_tokens, output)
  return usageOf({
    input: input - cacheRead - audioInput - imageInput,
    cacheRead,
    audioInput,
    imageInput,
    audioOutput,
    output: output - audioOutput,
  })
}

const share = (part: unknown, whole: number): number => Math.max(0, Math.min(tokenCount(part), whole))
