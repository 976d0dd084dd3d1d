import { expect, it } from 'vitest'
import { quickRanges, rangeOf, shownRange, usualRange } from './list-range.ts'

const now = new Date(2026, 2, 5, 14, 30).getTime() / 1000
const midnight = new Date(2026, 2, 5).getTime() / 1000

it('As usual a list ends an hour from now, and begins at midnight or as long ago as it says', () => {
  expect(usualRange('today', now)).toEqual({ start: midnight, end: now + 3600 })
  expect(usualRange('month', now)).toEqual({ start: now - 30 * 86_400, end: now + 3600 })
  expect(quickRanges.map((quick) => now - rangeOf(quick, now).start)).toEqual([
    now - midnight,
    now - midnight + 86_400,
    ...[3600, 86_400, 7 * 86_400, 30 * 86_400],
  ])
})

it('A range by its name moves with the clock, and yesterday ends at midnight', () => {
  expect(shownRange('today', { name: 'hour' }, now)).toEqual({ start: now - 3600, end: now + 3600 })
  expect(shownRange('today', { name: 'hour' }, now + 60).start).toBe(now - 3540)
  expect(shownRange('any', { name: 'week' }, now)).toEqual({ start: now - 7 * 86_400, end: 0 })
  expect(shownRange('month', { name: 'yesterday' }, now)).toEqual({ start: midnight - 86_400, end: midnight - 1 })
  expect(shownRange('month', { start: 5 }, now)).toEqual({ start: 5, end: now + 3600 })
})
