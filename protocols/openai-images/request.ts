import { estimateTokens } from '../estimate.ts'
import type { JsonObject } from '../json.ts'
import { flagOf, modelOf, plainOutline } from '../passed-request.ts'
import { ProtocolError, type RequestOutline } from '../protocol.ts'
import { usageOf } from '../usage.ts'

const mostPictures = 10
const longestPrompt = 100_000

export const outlineRequest = (body: JsonObject): RequestOutline => {
  const pictures = countOf(body.n)
  const calls = Number((pictures * sizeFactor(body.size) * qualityFactor(body.quality, body.size)).toPrecision(12))
  return plainOutline(modelOf(body), {
    stream: flagOf(body, 'stream'),
    choices: pictures,
    promptEstimate: estimateTokens(promptOf(body.prompt)),
    knownUsage: usageOf({ calls }),
  })
}

/** Forms have only text. Whatever is no plain count must not become a price: fewer than none would be a gift. */
const countOf = (value: unknown): number => {
  if (value === undefined || value === null) return 1
  const count = typeof value === 'string' && /^\d{1,2}$/.test(value) ? Number(value) : value
  if (typeof count === 'number' && Number.isInteger(count) && count >= 1 && count <= mostPictures) return count
  throw new ProtocolError('n', `must be a whole number between 1 and ${mostPictures}`)
}

const promptOf = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string') throw new ProtocolError('prompt', 'must be a text')
  if (value.length > longestPrompt) throw new ProtocolError('prompt', 'is too long')
  return value
}

/** How a fixed price grows and shrinks with the size. */
const sizeFactors: Readonly<Record<string, number>> = {
  '256x256': 0.4,
  '512x512': 0.45,
  '1024x1792': 2,
  '1792x1024': 2,
}

const sizeFactor = (size: unknown): number => {
  if (size === undefined || size === null) return 1
  if (typeof size !== 'string' || size.includes('×')) throw new ProtocolError('size', 'must look like 1024x1024')
  return sizeFactors[size] ?? 1
}

const qualityFactor = (quality: unknown, size: unknown): number => {
  if (quality !== 'hd') return 1
  return sizeFactor(size) > 1 ? 1.5 : 2
}
