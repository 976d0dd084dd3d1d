import { usageOf } from '#pricing/usage.ts'
import { estimateTokens } from '../counting/estimate.ts'
import { tokensOfSpokenSecond } from '../counting/reckoning.ts'
import { ProtocolError } from '../failure.ts'
import { type JsonObject, textAt } from '../json/json.ts'
import { modelOf, plainOutline } from '../passed-request.ts'
import type { RequestOutline } from '../protocol.ts'

const longestText = 1_000_000

/** Classic voices are priced by the character, newer ones by the token. */
const pricedByCharacter = /^(?:tts|speech-\d|cosyvoice|qwen\d*-tts)/
/** Of these some count a sign of Chinese writing twice. */
const countsHanTwice = /^(?:speech-\d|cosyvoice|qwen)/
const han = /\p{Script=Han}/gu

/** Nobody takes longer for a token of text, at the usual speed. */
const secondsOfToken = 0.5
const slowest = 0.25
const fastest = 4

export const outlineRequest = (body: JsonObject): RequestOutline => {
  const model = modelOf(body)
  const { input } = body
  if (typeof input !== 'string' || input === '') throw new ProtocolError('input', 'must be a non-empty text')
  if (input.length > longestText) throw new ProtocolError('input', 'is too long')
  const isByCharacter = pricedByCharacter.test(model)
  const count = isByCharacter ? charactersOf(input, model) : estimateTokens(input)
  const told = isByCharacter || typeof body.instructions !== 'string' ? 0 : estimateTokens(body.instructions)
  const seconds = 1 + (count * secondsOfToken) / speedOf(body.speed)
  return plainOutline(model, {
    stream: body.stream_format === 'sse',
    promptEstimate: count + told,
    knownUsage: isByCharacter
      ? usageOf({ input: count })
      : usageOf({ input: count + told, audioOutput: Math.ceil(seconds * tokensOfSpokenSecond) }),
    format: textAt(body, 'response_format'),
  })
}

const charactersOf = (text: string, model: string): number =>
  [...text].length + (countsHanTwice.test(model) ? (text.match(han)?.length ?? 0) : 0)

const speedOf = (speed: unknown): number =>
  typeof speed === 'number' && speed > 0 ? Math.min(Math.max(speed, slowest), fastest) : 1
