import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addedLatencies, latencyBucketOf, latencyPercentile, noLatencies } from './latency-buckets.ts'

const countsOf = (durations: readonly number[]) => {
  const counts = [...noLatencies]
  for (const duration of durations) {
    const bucket = latencyBucketOf(duration)
    counts[bucket] = (counts[bucket] ?? Number.NaN) + 1
  }
  return counts
}

/** As many are short as are long. */
const duration = fc.double({ min: 1, max: 6, noNaN: true }).map((power) => Math.round(10 ** power))

it('tells how long the quickest half and all but a few took, at most a tenth from what it was', () => {
  fc.assert(
    fc.property(
      fc.array(duration, { minLength: 1, maxLength: 300 }),
      fc.integer({ min: 1, max: 100 }),
      (durations, percent) => {
        const sorted = durations.toSorted((one, other) => one - other)
        const exact = sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? Number.NaN
        const told = latencyPercentile(countsOf(durations), percent) ?? Number.NaN
        // Told in whole milliseconds.
        expect(Math.abs(told - exact)).toBeLessThanOrEqual(exact * 0.102 + 0.5)
      },
    ),
  )
})

it('counts together what was counted apart', () => {
  fc.assert(
    fc.property(fc.array(duration), fc.array(duration), (some, others) => {
      expect(addedLatencies(countsOf(some), countsOf(others))).toEqual(countsOf([...some, ...others]))
    }),
  )
})

it('has a bucket for whatever was shorter or longer, and none for what is not counted', () => {
  expect([0, 1, 9, 10, 999_999, 1_000_000, 10 ** 12].map(latencyBucketOf)).toEqual([-1, 0, 0, 1, 60, 61, 61])
  expect([1, 10 ** 12].map((ms) => latencyPercentile(countsOf([ms]), 50))).toEqual([10, 1_000_000])
})

it('tells nothing where none was counted', () => {
  expect(latencyPercentile(noLatencies, 50)).toBeNull()
})
