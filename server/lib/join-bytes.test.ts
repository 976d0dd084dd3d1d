import { describe, expect, it } from 'vitest'
import { joinBytes } from './join-bytes.ts'

const pieceOf = (index: number, length: number) => Buffer.alloc(length, index)

describe('joining pieces of bytes', () => {
  it('is done at once where there are few, and copies no single one', () => {
    const only = pieceOf(1, 10_000_000)
    expect(joinBytes([only], only.length)).toBe(only)
    expect(joinBytes([], 0)).toEqual(Buffer.alloc(0))
    expect(joinBytes([Buffer.from('ab'), Buffer.from('c')], 3)).toEqual(Buffer.from('abc'))
  })

  it('lets others have their turn where there are many', async () => {
    const pieces = Array.from({ length: 500 }, (_, index) => pieceOf(index % 251, 65_536))
    let turns = 0
    const counting = setInterval(() => {
      turns += 1
    })
    const joined = await joinBytes(pieces, 500 * 65_536)
    clearInterval(counting)
    expect(joined.equals(Buffer.concat(pieces))).toBe(true)
    expect(turns).toBeGreaterThan(2)
  })
})
