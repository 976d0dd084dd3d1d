import { describe, expect, it } from 'vitest'
import { createCover } from './cover.ts'

type Parts = Parameters<typeof createCover>[0]

/** An account with so much left, which gives what it has where more is asked for; ten units of output are one of quota. */
const coverWith = (left: number) => {
  const hold = { amount: 0 }
  const extend = (_hold: unknown, amount: number) => {
    const given = Math.min(amount, left)
    left -= given
    hold.amount += given
    return given > 0
  }
  const admission = { hold, stretch: { tokens: 100, amount: 10 }, coveredOutput: 0 }
  // seam: a cover takes no more of its call than this
  return { hold, cover: createCover({ domain: { ledger: { extend } }, admission } as unknown as Parts) }
}

/** Three bytes are a token. */
const bytesOf = (tokens: number) => tokens * 3

describe('what covers an answer', () => {
  it('is asked for a stretch ahead', () => {
    const { hold, cover } = coverWith(1000)
    expect([cover(bytesOf(1)), cover(bytesOf(100)), hold.amount]).toEqual([true, true, 10])
    expect([cover(bytesOf(101)), hold.amount]).toEqual([true, 20])
  })

  it('is no more than was really held, where less was left than the stretch takes', () => {
    const { hold, cover } = coverWith(3)
    expect([cover(bytesOf(1)), hold.amount]).toEqual([true, 3])
    expect(cover(bytesOf(30))).toBe(true)
    expect(cover(bytesOf(31))).toBe(false)
  })
})
