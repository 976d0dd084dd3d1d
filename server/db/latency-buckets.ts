/**
 * How long calls took, counted in buckets: twelve for each tenfold, from a hundredth of a second to a thousand seconds.
 * Whatever lies in one is told as its middle, which is at most a tenth away.
 */
const perTenfold = 12
const shortestMs = 10
const longestMs = 1_000_000

/** The first has what was shorter than all others, the last what was longer. */
const lastBucket = 1 + perTenfold * Math.log10(longestMs / shortestMs)

/** How many calls each bucket has. */
export type LatencyCounts = readonly number[]

export const noLatencies: LatencyCounts = Array.from({ length: lastBucket + 1 }, () => 0)

/** The bucket of a call; -1: how long it took is not counted. */
export const latencyBucketOf = (durationMs: number): number => {
  if (durationMs === 0) return -1
  if (durationMs < shortestMs) return 0
  return Math.min(lastBucket, 1 + Math.floor(Math.log10(durationMs / shortestMs) * perTenfold))
}

export const addedLatencies = (one: LatencyCounts, other: LatencyCounts): LatencyCounts =>
  one.map((count, bucket) => count + (other[bucket] ?? 0))

/** How long the quickest so many in a hundred took at most; null where none was counted. */
export const latencyPercentile = (counts: LatencyCounts, percent: number): number | null => {
  const all = counts.reduce((sum, count) => sum + count, 0)
  if (all === 0) return null
  let left = Math.ceil((all * percent) / 100)
  const bucket = counts.findIndex((count) => {
    left -= count
    return left <= 0
  })
  return Math.round(middleOf(bucket))
}

const middleOf = (bucket: number): number => {
  if (bucket === 0) return shortestMs
  return bucket === lastBucket ? longestMs : shortestMs * 10 ** ((bucket - 0.5) / perTenfold)
}
