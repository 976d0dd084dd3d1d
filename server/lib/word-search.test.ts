import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createWordSearch } from './word-search.ts'

describe('searching many words at once', () => {
  it('finds a word wherever it stands, also inside and at the end of others', () => {
    const filler = Array.from({ length: 40 }, (_, index) => `filler${index}x`)
    const search = createWordSearch([...filler, 'she', 'hers', '敏感词'])
    expect(search('ushers')).toBe('she')
    expect(search('this is herself, hers')).toBe('hers')
    expect(search('前面敏感词后面')).toBe('敏感词')
    expect(search('nothing of the kind')).toBeUndefined()
    expect(createWordSearch([])('text')).toBeUndefined()
  })

  it('agrees with looking for each word alone', () => {
    const words = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 4 }), {
      minLength: 17,
      maxLength: 40,
    })
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), maxLength: 60 })
    fc.assert(
      fc.property(words, text, (someWords, someText) => {
        const found = createWordSearch(someWords)(someText)
        const expected = someWords.some((word) => someText.includes(word))
        return (found !== undefined) === expected && (found === undefined || someText.includes(found))
      }),
      { numRuns: 2000 },
    )
  })
})
