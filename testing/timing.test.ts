import { expect, it } from 'vitest'
import { median, trend, trimmedMean } from './timing.ts'

const rounds = 1000
/** Times as a busy machine makes them, with this much more for each kind. */
const times = (more: number) =>
  [0, 1, 2].map((kind) => Array.from({ length: rounds }, (_, round) => noise(round * 3 + kind) + kind * more))
/** Between nothing and one, without order, and the same every time. */
const noise = (place: number) => (Math.abs(Math.sin(place + 1)) * 43_758.5453) % 1

it('tells a trend that is small beside what else makes times differ, and none where there is none', () => {
  expect(Math.abs(trend(times(0)))).toBeLessThan(3)
  expect(trend(times(0.1))).toBeGreaterThan(6)
  expect(trend(times(-0.1))).toBeLessThan(-6)
})

it('takes what is rare for an accident', () => {
  expect(median([1, 2, 3, 4, 1000])).toBe(3)
  expect(trimmedMean([1, 2, 3, 2, 1, 2, 3, 2, 2, 1000])).toBeCloseTo(2.125)
})
