import { type Usage, usageOf } from '#pricing/usage.ts'
import type { Extent, PictureOrder, Reckoned } from '../counting/reckoning.ts'
import { isObject } from '../json/json.ts'
import type { RequestOutline } from '../protocol.ts'

/** Pictures as they came. */
export type Pictures = {
  whole: number
  /** Those in the making, ahead of the whole ones. */
  sketches: number
  /** As the upstream says they are, where it does. */
  size: unknown
  quality: unknown
}

/** What a picture of one mebipixel is written in. Larger ones take more in the same proportion. */
const tokensOfQuality: Readonly<Record<string, number>> = { low: 272, medium: 1056, high: 4160 }
const squarePixels = 1024 * 1024
const tokensOfSketch = 100
const mostTokensOfPicture = 100_000

/** Where the upstream may choose, the largest it chooses from is taken beforehand. */
const largestUsual = '1024x1536'

/** What it takes to make them all. */
export const usageOfOrder = (order: PictureOrder): Usage => ({
  ...usageOf({ calls: callsOf(order, order.count) }),
  imageOutput:
    order.count * (tokensOf(sizeGiven(order.size) ?? largestUsual, order.quality) + order.sketches * tokensOfSketch),
})

/**
 * By the piece or by tokens, as far as they came. Whoever makes pictures makes all of them whole, also for a client that
 * has left; what broke off before a picture was whole is worth nothing by the piece.
 */
export const reckonPictures = (outline: RequestOutline, came: Pictures, extent: Extent): Reckoned => {
  const { pictures: order, knownUsage } = outline
  if (order === undefined || knownUsage === undefined) return { usage: usageOf({}), estimated: true }
  const count = extent === 'made' ? order.count : Math.min(came.whole, order.count)
  const sketches = extent === 'made' ? Math.max(order.sketches * order.count, came.sketches) : came.sketches
  const calls = callsOf(order, count)
  const isNothing = count === 0
  if (!order.isByToken) return { usage: usageOf({ calls }), estimated: false, isNothing }
  const each = tokensOf(sizeGiven(came.size) ?? sizeGiven(order.size), qualityGiven(came.quality) ?? order.quality)
  const { input, imageInput } = knownUsage
  const imageOutput = count * each + sketches * tokensOfSketch
  return { usage: usageOf({ input, imageInput, imageOutput, calls }), estimated: true, isNothing }
}

const callsOf = ({ factor }: PictureOrder, count: number): number => Number((count * factor).toPrecision(12))

const sizeGiven = (size: unknown): string | undefined =>
  typeof size === 'string' && sizeForm.test(size) ? size : undefined

const sizeForm = /^(\d{1,5})x(\d{1,5})$/

const qualityGiven = (quality: unknown): string | undefined =>
  typeof quality === 'string' && Object.hasOwn(tokensOfQuality, quality) ? quality : undefined

/** Where nobody says how good a picture is, it is as good as can be. */
const tokensOf = (size: string | undefined, quality: unknown): number => {
  const [, width = '1024', height = '1024'] = sizeForm.exec(size ?? '') ?? []
  const ofSquare = tokensOfQuality[qualityGiven(quality) ?? 'high'] ?? 0
  return Math.min(Math.ceil((ofSquare * Number(width) * Number(height)) / squarePixels), mostTokensOfPicture)
}

/** How many pictures an answer holds. */
export const countPictures = (answer: unknown): number => {
  const listed = isObject(answer) ? answer.data : undefined
  return Array.isArray(listed) ? listed.filter(isPicture).length : 0
}

/** In letters or by its address. The letters themselves may have been left out. */
export const isPicture = (item: unknown): boolean =>
  isObject(item) && (typeof item.b64_json === 'string' || (typeof item.url === 'string' && item.url !== ''))
