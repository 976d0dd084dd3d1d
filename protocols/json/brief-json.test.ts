import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseBriefly } from './brief-json.ts'
import { isObject } from './json.ts'

const filler = 'x'.repeat(1024 * 1024)

/** The same with every text left empty that is too long to be a name. */
const shortened = (value: unknown): unknown => {
  if (typeof value === 'string') return Buffer.byteLength(JSON.stringify(value)) > 4098 ? '' : value
  if (Array.isArray(value)) return value.map(shortened)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortened(inner)]))
}

describe('an answer that is read for its figures', () => {
  it('is read whole while it is small', () => {
    const answer = { text: 'y'.repeat(100_000), usage: { input_tokens: 7 } }
    expect(parseBriefly(Buffer.from(JSON.stringify(answer)))).toEqual(answer)
  })

  it('has no long texts where it is large, whatever stands in and around them', () => {
    const signs = fc.constantFrom('\\', '"', '{', '}', '[', ']', ':', ',', '\n', 'é', '水', '😀', 'a', '\u0000')
    const text = fc.string({ unit: signs, maxLength: 200 })
    const long = fc.tuple(text, fc.nat(3000)).map(([piece, times]) => (piece === '' ? 'é' : piece).repeat(times + 1))
    const any = fc.jsonValue({ maxDepth: 3 })
    fc.assert(
      fc.property(fc.array(fc.oneof(text, long, any)), fc.dictionary(text, fc.oneof(long, any)), (list, members) => {
        const answer = { list, members, filler, usage: { input_tokens: 7 } }
        const read = parseBriefly(Buffer.from(JSON.stringify(answer)))
        expect(read).toEqual(shortened(JSON.parse(JSON.stringify(answer))))
      }),
      { numRuns: 60 },
    )
  })

  it.each([
    [4096, 4096],
    [4097, 0],
  ])('has of a text of %i bytes %i where it is large', (length, left) => {
    const answer = { text: 'y'.repeat(length), filler }
    expect(parseBriefly(Buffer.from(JSON.stringify(answer)))).toEqual({ text: 'y'.repeat(left), filler: '' })
  })

  it('is nothing where it is not whole', () => {
    const bytes = Buffer.from(JSON.stringify({ filler, usage: { input_tokens: 7 } }))
    for (const end of [1_000_000, bytes.length - 40, bytes.length - 1]) {
      expect(parseBriefly(bytes.subarray(0, end))).toBeUndefined()
    }
  })
})
