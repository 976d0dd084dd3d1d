import type { ImagePart } from '../chat.ts'
import { readDataUri } from '../data-uri.ts'
import { pictureEstimate, vocabularyOf } from './estimate.ts'
import { type PictureSize, pictureSizeOfBase64 } from './picture-size.ts'

/** How models count pictures: by tiles of a scaled picture, by patches, by area, or all alike. */
type Rule =
  | { kind: 'tiles'; base: number; tile: number }
  | { kind: 'patches'; factor: number }
  | { kind: 'flat'; tokens: number }

/** The first that begins a model's name counts. */
const rules: readonly (readonly [name: string, rule: Rule])[] = [
  ['gpt-4o-mini', { kind: 'tiles', base: 2833, tile: 5667 }],
  ['gpt-4.1-mini', { kind: 'patches', factor: 1.62 }],
  ['gpt-4.1-nano', { kind: 'patches', factor: 2.46 }],
  ['gpt-5-mini', { kind: 'patches', factor: 1.62 }],
  ['gpt-5-nano', { kind: 'patches', factor: 2.46 }],
  ['o4-mini', { kind: 'patches', factor: 1.72 }],
  ['gpt-image', { kind: 'tiles', base: 65, tile: 129 }],
  ['gpt-4o', { kind: 'tiles', base: 85, tile: 170 }],
  ['gpt-4.1', { kind: 'tiles', base: 85, tile: 170 }],
  ['gpt-4.5', { kind: 'tiles', base: 85, tile: 170 }],
  ['gpt-4-', { kind: 'tiles', base: 85, tile: 170 }],
  ['chatgpt-4o', { kind: 'tiles', base: 85, tile: 170 }],
  ['gpt-5', { kind: 'tiles', base: 70, tile: 140 }],
  ['o1', { kind: 'tiles', base: 75, tile: 150 }],
  ['o3', { kind: 'tiles', base: 75, tile: 150 }],
  ['computer-use', { kind: 'tiles', base: 65, tile: 129 }],
  ['glm-4v', { kind: 'flat', tokens: 1047 }],
]

/** The rules of others are not known: a figure that is high for most. */
const otherwise: Rule = { kind: 'flat', tokens: pictureEstimate }

/** What a picture is taken for whose size is not known: most are about this large. */
const usualSize: PictureSize = { width: 1024, height: 1024 }

/** About how many tokens a picture is for a model. */
export const estimatePicture = (model: string, size: PictureSize = usualSize, detail?: string): number => {
  const vocabulary = vocabularyOf(model)
  if (vocabulary === 'anthropic') return byArea(size)
  if (vocabulary === 'gemini') return bySquares(size)
  const rule = rules.find(([name]) => model.startsWith(name))?.[1] ?? otherwise
  switch (rule.kind) {
    case 'flat':
      return rule.tokens
    case 'patches':
      return Math.ceil(patchesOf(size) * rule.factor)
    case 'tiles':
      return detail === 'low' ? rule.base : rule.base + rule.tile * tilesOf(size)
  }
}

/** As many tokens as a picture can be for a model; of one whose size is not known, for any size. */
export const mostTokensOfPicture = (model: string, size: PictureSize | undefined, detail?: string): number => {
  const vocabulary = vocabularyOf(model)
  if (vocabulary === 'anthropic') return size === undefined ? mostOfLargeArea : byLargeArea(size)
  if (vocabulary === 'gemini') return Math.max(mostOfSetting, size === undefined ? 258 * mostSquares : byCrops(size))
  if (vocabulary === 'other') return size === undefined ? mostOfUnknown : byFinePatches(size)
  // The newest may be asked to look at a picture as it is.
  const asItIs = asItIsNames.test(model)
    ? Math.min(mostFullPatches, size === undefined ? Infinity : allPatchesOf(size))
    : 0
  return Math.max(Math.ceil(asItIs * 1.2), estimatePicture(model, size ?? mostTiled, detail))
}

/** The same for a part of a conversation; a size is only known where the picture itself is there. */
export const estimatePicturePart = (model: string, { source, detail }: ImagePart): number =>
  estimatePicture(model, source.kind === 'data' ? pictureSizeOfBase64(source.base64) : undefined, detail)

/** The same for a picture by its address, which may hold it. */
export const estimatePictureAt = (model: string, address: string, detail?: string): number => {
  const data = readDataUri(address)
  return estimatePicture(model, data === undefined ? undefined : pictureSizeOfBase64(data.base64), detail)
}

const shrunk = ({ width, height }: PictureSize, factor: number): PictureSize =>
  factor < 1 ? { width: width * factor, height: height * factor } : { width, height }

/** Fitted into a large square first, then so that the shorter side is no longer than a tile and a half. */
const tilesOf = (size: PictureSize): number => {
  const fitted = shrunk(size, 2048 / Math.max(size.width, size.height))
  const { width, height } = shrunk(fitted, 768 / Math.min(fitted.width, fitted.height))
  return Math.ceil(width / 512) * Math.ceil(height / 512)
}

const patchSide = 32
const mostPatches = 1536

/** Shrunk until whole patches fit where there would be too many. */
const patchesOf = ({ width, height }: PictureSize): number => {
  const patches = Math.ceil(width / patchSide) * Math.ceil(height / patchSide)
  if (patches <= mostPatches) return patches
  const fit = Math.sqrt((mostPatches * patchSide ** 2) / (width * height))
  const across = (width * fit) / patchSide
  const down = (height * fit) / patchSide
  const whole = fit * Math.min(Math.floor(across) / across || 1, Math.floor(down) / down || 1)
  return Math.min(mostPatches, Math.ceil((width * whole) / patchSide) * Math.ceil((height * whole) / patchSide))
}

/** Of all sizes the one with the most tiles, and as many patches as there can be. */
const mostTiled: PictureSize = { width: 2048, height: 768 }

const asItIsNames = /^gpt-(?:5\.|[6-9])/
const mostFullPatches = 10_000
const allPatchesOf = ({ width, height }: PictureSize): number =>
  Math.ceil(width / patchSide) * Math.ceil(height / patchSide)

/** Makers that say nothing look at squares of this side, and at no more of them than this. */
const finePatchSide = 28
const mostFinePatches = 16_384
const mostOfUnknown = 4096
const byFinePatches = ({ width, height }: PictureSize): number => {
  const patches = Math.ceil(width / finePatchSide) * Math.ceil(height / finePatchSide)
  return Math.max(pictureEstimate, Math.min(mostFinePatches, patches))
}

const longestSide = 1568

const byArea = (size: PictureSize): number => {
  const { width, height } = shrunk(size, longestSide / Math.max(size.width, size.height))
  return Math.min(1600, Math.ceil((width * height) / 750))
}

/** Newer models look more closely. */
const longestLargeSide = 2576
const mostOfLargeArea = 4784
const byLargeArea = (size: PictureSize): number => {
  const { width, height } = shrunk(size, longestLargeSide / Math.max(size.width, size.height))
  return Math.min(mostOfLargeArea, Math.ceil((width * height) / 750))
}

const mostSquares = 64
/** What the newest count for a picture that is to be looked at most closely, whatever its size. */
const mostOfSetting = 2240
/** Squares of a picture that is not large are smaller. */
const byCrops = ({ width, height }: PictureSize): number => {
  if (width <= 384 && height <= 384) return 258
  const side = Math.min(768, Math.max(256, Math.floor(Math.min(width, height) / 1.5)))
  return 258 * Math.min(mostSquares, Math.ceil(width / side) * Math.ceil(height / side))
}

/** One figure for a small picture, and as much again for every square of a larger one. */
const bySquares = ({ width, height }: PictureSize): number =>
  width <= 384 && height <= 384 ? 258 : 258 * Math.min(mostSquares, Math.ceil(width / 768) * Math.ceil(height / 768))
