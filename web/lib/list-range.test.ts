import { expect, it } from 'vitest'
import { quickRanges, startOf, usualRange } from './list-range.ts'

const now = new Date(2026, 2, 5, 14, 30).getTime() / 1000
const midnight = new Date(2026, 2, 5).getTime() / 1000

it('As usual a list ends an hour from now, and begins at midnight or as long ago as it says', () => {
  expect(usualRange('today', now)).toEqual({ start: midnight, end: now + 3600 })
  expect(usualRange('month', now)).toEqual({ start: now - 30 * 86_400, end: now + 3600 })
  expect(quickRanges.map((quick) => now - startOf(quick, now))).toEqual([
    now - midnight,
    ...[3600, 86_400, 7 * 86_400, 30 * 86_400],
  ])
})
