import { expect, it } from 'vitest'
import { retryAfterOf } from './retry-after.ts'

const now = Date.parse('Mon, 30 Nov 2026 12:00:00 GMT')
const wished = (headers: Record<string, string>) => retryAfterOf({ get: (name) => headers[name] }, now)

it.each([
  ['nothing', {}, undefined],
  ['seconds', { 'retry-after': '7' }, 7],
  ['a part of a second', { 'retry-after': '0.2' }, 1],
  ['no time at all', { 'retry-after': '0' }, undefined],
  ['less than nothing', { 'retry-after': '-5' }, undefined],
  ['seconds of ten digits', { 'retry-after': '1234567890' }, undefined],
  ['something else', { 'retry-after': 'later 7' }, undefined],
  ['seconds and a word', { 'retry-after': '7 s' }, undefined],
  ['milliseconds', { 'retry-after-ms': '1500' }, 2],
  ['milliseconds before seconds', { 'retry-after-ms': '2000.5', 'retry-after': '60' }, 3],
  ['milliseconds that are none, and seconds', { 'retry-after-ms': 'soon', 'retry-after': '60' }, 60],
  ['a date', { 'retry-after': 'Mon, 30 Nov 2026 12:01:30 GMT' }, 90],
  ['a date that is over', { 'retry-after': 'Mon, 30 Nov 2026 11:00:00 GMT' }, undefined],
  // An upstream whose clock is an hour ahead wishes for half a minute.
  [
    'a date of another clock',
    { 'retry-after': 'Mon, 30 Nov 2026 13:00:30 GMT', date: 'Mon, 30 Nov 2026 13:00:00 GMT' },
    30,
  ],
  ['a date beside one that is none', { 'retry-after': 'Mon, 30 Nov 2026 12:00:30 GMT', date: 'today' }, 30],
])('An upstream that says %s wishes to be left alone for so many seconds', (_what, headers, seconds) => {
  expect(wished(headers)).toBe(seconds)
})
