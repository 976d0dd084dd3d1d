import { expect, it } from 'vitest'
import { logRange, quickRangeSearch } from './log-range.ts'

const now = new Date(2026, 4, 6, 15, 30, 0).getTime() / 1000

it('begins today at midnight and ends in an hour', () => {
  const { start, end } = logRange({}, now)
  expect(new Date(start * 1000).toTimeString()).toMatch(/^00:00:00/)
  expect(now - start).toBeLessThan(86_400)
  expect(end).toBe(now + 3600)
})

it('takes what the address says, each end by itself', () => {
  expect(logRange({ start_timestamp: 5, end_timestamp: 9 }, now)).toEqual({ start: 5, end: 9 })
  expect(logRange({ start_timestamp: 5 }, now)).toEqual({ start: 5, end: now + 3600 })
  expect(logRange({ start_timestamp: 0, end_timestamp: 9 }, now)).toEqual({ start: 0, end: 9 })
  expect(logRange({ end_timestamp: 0 }, now)).toEqual({ start: new Date(2026, 4, 6).getTime() / 1000, end: 0 })
})

it('leaves the end of a quick range open', () => {
  expect(quickRangeSearch(3600, now)).toEqual({ start_timestamp: now - 3600, end_timestamp: undefined })
  expect(quickRangeSearch(undefined, now)).toEqual({ start_timestamp: undefined, end_timestamp: undefined })
})
