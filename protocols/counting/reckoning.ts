import type { Usage } from '#pricing/usage.ts'

/** What an answer that is no text used, by what came of it: for a charge when its upstream told nothing. */
export type Reckoned = {
  usage: Usage
  /** Whether it was worked out from what is only about right, such as how long a sound is. */
  estimated: boolean
  /** Set where nothing came that could be charged, so that not even a fixed price counts. */
  isNothing?: boolean | undefined
}

/**
 * How much of an answer is charged: all that came, or all that the vendor makes. Whoever makes a picture makes the whole
 * of it, also for a client that does not wait for it.
 */
export type Extent = 'came' | 'made'

/** What speakers are counted as, where sound is priced by tokens: makers of such models count about so many. */
export const tokensOfHeardSecond = 10
export const tokensOfSpokenSecond = 20

/** Pictures as they were asked for. */
export type PictureOrder = {
  count: number
  /** How many times a fixed price counts for one of this size and quality. */
  factor: number
  size: unknown
  quality: unknown
  /** How many pictures in the making are sent ahead of each. */
  sketches: number
  /** Set where it is known before anything comes that tokens are the price. */
  isByToken: boolean
}
