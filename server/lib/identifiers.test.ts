import { expect, it } from 'vitest'
import { isRequestId, longestRequestId } from '#contract/request-ids.ts'
import { createRequestIds, randomBytesText, randomKey } from './identifiers.ts'

it('makes keys of letters and digits, each about equally often', () => {
  expect(randomKey(48)).toMatch(/^[0-9A-Za-z]{48}$/)
  const counts = new Map<string, number>()
  const length = 62 * 2000
  for (const character of randomKey(length)) counts.set(character, (counts.get(character) ?? 0) + 1)
  expect(counts.size).toBe(62)
  const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - 2000) ** 2 / 2000, 0)
  // One in ten million fair generators is above this for 61 degrees of freedom.
  expect(chiSquare).toBeLessThan(135)
})

it('makes random text of the wanted number of bytes', () => {
  expect(Buffer.from(randomBytesText(32), 'base64url')).toHaveLength(32)
  expect(randomBytesText(32)).not.toBe(randomBytesText(32))
})

it('makes request ids that are unique over processes and sort by time', () => {
  let now = 1_700_000_000_000
  const clock = { now: () => now, monotonic: () => now }
  const processes = [createRequestIds(clock), createRequestIds(clock)]
  const made: string[][] = []
  for (let round = 0; round < 100; round += 1) {
    made.push(processes.flatMap((next) => [next(), next()]))
    now += 1
  }
  const all = made.flat()
  expect(new Set(all).size).toBe(all.length)
  for (const [index, ids] of made.slice(1).entries()) {
    const before = made[index] ?? []
    expect(ids.every((id) => before.every((earlier) => earlier < id))).toBe(true)
  }
  // What is pasted is taken for one by its look.
  expect(all.every(isRequestId)).toBe(true)
  expect(all.every((id) => id.length <= longestRequestId)).toBe(true)
})
