import { expect, it } from 'vitest'
import { lastingDays } from './lasting-days.ts'

const frame = { start: 1_700_000_000, end: 1_700_000_000 + 7 * 86_400 }

it.each([
  ['as many days as it is enough for', 1000, 700, 10],
  ['no day that is not whole', 1099, 700, 10],
  ['less than a day', 99, 700, 0],
  ['ten years at most', 3650, 7, 3650],
  ['nothing beyond those', 3651, 7, undefined],
  ['nothing where nothing was spent', 1000, 0, undefined],
  ['nothing where nothing is left', 0, 700, undefined],
  ['nothing of what is owed', -5, 700, undefined],
])('A quota lasts %s', (_what, left, quota, days) => {
  expect(lastingDays(left, { quota, frame })).toBe(days)
})
