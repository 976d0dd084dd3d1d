import fc from 'fast-check'
import { expect, it } from 'vitest'
import { localTimeText, secondsOfLocalTime } from './local-time.ts'

it('gives back the second that was written', () => {
  fc.assert(
    fc.property(fc.integer({ min: 946_684_800, max: 4_102_444_800 }), (seconds) => {
      expect(secondsOfLocalTime(localTimeText(seconds))).toBe(seconds)
    }),
  )
})

it('leaves out seconds that are zero, as browsers do', () => {
  const noon = new Date(2026, 0, 5, 12, 0, 0).getTime() / 1000
  expect(localTimeText(noon)).toBe('2026-01-05T12:00')
  expect(localTimeText(noon + 7)).toBe('2026-01-05T12:00:07')
})

it('has no text for no time, and no time for a text that is not a date', () => {
  expect(localTimeText(null)).toBe('')
  expect(secondsOfLocalTime('')).toBeNull()
  expect(secondsOfLocalTime('2026-13-45T00:00')).toBeNull()
})
