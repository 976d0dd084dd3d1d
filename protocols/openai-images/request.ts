import { estimateTokens } from '../counting/estimate.ts'
import { estimatePicture, estimatePictureAt } from '../counting/picture-estimate.ts'
import { pictureSizeOf } from '../counting/picture-size.ts'
import type { PictureOrder } from '../counting/reckoning.ts'
import { ProtocolError } from '../failure.ts'
import type { JsonObject } from '../json/json.ts'
import { flagOf, modelOf, plainOutline } from '../passed-request.ts'
import type { FormSource, RequestOutline } from '../protocol.ts'
import { usageOfOrder } from './reckon.ts'

const mostPictures = 10
const longestPrompt = 100_000

export const outlineRequest = (body: JsonObject, form?: FormSource): RequestOutline => {
  const model = modelOf(body)
  const stream = flagOf(body, 'stream')
  const pictures: PictureOrder = {
    count: countOf(body.n),
    factor: sizeFactor(body.size) * qualityFactor(body.quality, body.size),
    size: body.size,
    quality: body.quality,
    sketches: stream ? sketchesOf(body.partial_images) : 0,
    // Only those are streamed that are priced by tokens.
    isByToken: stream || pricedByToken.test(model),
  }
  const prompt = estimateTokens(promptOf(body.prompt))
  const given = givenPictures(model, body, form)
  return plainOutline(model, {
    stream,
    choices: pictures.count,
    promptEstimate: prompt + given,
    knownUsage: { ...usageOfOrder(pictures), input: prompt, imageInput: given },
    pictures,
  })
}

const pricedByToken = /^(?:gpt|chatgpt)-image/

/** In a form everything is text. */
const sketchesOf = (value: unknown): number => {
  const count = Number(value ?? 0)
  return Number.isInteger(count) && count > 0 ? Math.min(count, mostSketches) : 0
}

const mostSketches = 3

/** What the pictures are read as that are to be changed; a mask is one of them. */
const givenPictures = (model: string, body: JsonObject, form: FormSource | undefined): number => {
  const inJson = [body.image, body.images, body.mask].flat().filter((each) => each !== undefined && each !== null)
  const files = form?.files.filter(({ name }) => /^(?:image|mask)/.test(name)) ?? []
  const sizes = files.map(({ start, end }) => pictureSizeOf(form?.bytes.subarray(start, end) ?? Buffer.alloc(0)))
  const read = [
    ...sizes.map((size) => estimatePicture(model, size)),
    ...inJson.map((each) => (typeof each === 'string' ? estimatePictureAt(model, each) : estimatePicture(model))),
  ]
  const closely = body.input_fidelity === 'high' ? tokensReadClosely * read.length : 0
  return read.reduce((sum, tokens) => sum + tokens, closely)
}

/** How much more is read of a picture that is to be kept as it is. */
const tokensReadClosely = 6240

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
