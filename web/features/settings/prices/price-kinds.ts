import {
  assumedAudioCompletionRatio,
  defaultAudioRatio,
  defaultCacheCreationRatio,
  defaultCacheRatio,
  defaultCompletionRatio,
  defaultImageRatio,
} from '#contract/default-ratio-rules.ts'

/** The options that price other kinds of tokens than plain input and output: so many times what the input costs. */
export const kindOptions = {
  cacheRead: 'CacheRatio',
  cacheWrite: 'CreateCacheRatio',
  image: 'ImageRatio',
  audio: 'AudioRatio',
  /** So many times what audio input costs. */
  audioOutput: 'AudioCompletionRatio',
} as const

export type PriceKind = keyof typeof kindOptions
export const priceKinds = ['cacheRead', 'cacheWrite', 'image', 'audio', 'audioOutput'] as const satisfies PriceKind[]

export type KindRatios = Readonly<Record<PriceKind, number | undefined>>

/** The same asked of each kind. */
export const kindsOf = <Value>(of: (kind: PriceKind) => Value): Record<PriceKind, Value> => ({
  cacheRead: of('cacheRead'),
  cacheWrite: of('cacheWrite'),
  image: of('image'),
  audio: of('audio'),
  audioOutput: of('audioOutput'),
})

type Beside = { name: string; completionRatio: number | undefined; audio: number | undefined }

/** What counts for a kind that has no ratio of its own. */
export const assumedRatio = (kind: PriceKind, { name, completionRatio, audio }: Beside): number => {
  switch (kind) {
    case 'cacheRead':
      return defaultCacheRatio(name)
    case 'cacheWrite':
      return defaultCacheCreationRatio(name)
    case 'image':
      return defaultImageRatio(name)
    case 'audio':
      return defaultAudioRatio(name)
    case 'audioOutput':
      return assumedAudioCompletionRatio(name, {
        completionRatio: completionRatio ?? defaultCompletionRatio(name),
        audioRatio: audio ?? defaultAudioRatio(name),
      })
  }
}

/** Which price is taken in place of one that is not set; undefined: one that is neither, but so many times it. */
export const priceInstead = (kind: PriceKind, beside: Beside): 'asInput' | 'asAudio' | 'asOutput' | undefined => {
  const ratio = assumedRatio(kind, beside)
  if (kind !== 'audioOutput') return ratio === 1 ? 'asInput' : undefined
  const output = beside.completionRatio ?? defaultCompletionRatio(beside.name)
  const audio = beside.audio ?? defaultAudioRatio(beside.name)
  if (Math.abs(audio * ratio - output) <= 1e-9 * output) return 'asOutput'
  return ratio === 1 ? 'asAudio' : undefined
}
