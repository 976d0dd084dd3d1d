import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPatternSearch } from './pattern-search.ts'

describe('looking for a pattern', () => {
  it.each([
    ['a.{0,3}now', 'a  now', true],
    ['a.{0,3}now', 'a    now', false],
    ['a.{0,3}now', 'now a now', true],
    ['one|two', 'a two', true],
    ['(?:one|two) and', 'two and', true],
    ['^now', 'not now', false],
    ['\\bnow', 'know', false],
    ['now$', 'now or never', false],
    ['a\\.b', 'a.b', true],
    ['a\\.b', 'axb', false],
    ['ab?c', 'ac', true],
    ['ab{2}c', 'abbc', true],
    ['x[^n]{2}now', 'x\nynow', true],
  ])('of %j in %j: %j', (source, text, found) => {
    expect(createPatternSearch(source)(text)).toBe(found)
  })

  it('finds what the pattern alone would find, wherever it stands', () => {
    const atom = fc.constantFrom('a', 'b', '.', '[ab]', '(ab)', '(?:a|b)', '\\.', '\\w', '\\b', '^', '$', 'ab', '|')
    const repeat = fc.constantFrom('', '', '', '?', '{2}', '{0,4}', '{1,3}?')
    const piece = fc.tuple(atom, repeat).map(([what, often]) => (/^(?:\\b|[$^|])$/.test(what) ? what : what + often))
    const source = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''))
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '.', ' ', '\n'), maxLength: 40 })
    fc.assert(
      fc.property(source, text, (written, said) => {
        expect(createPatternSearch(written)(said)).toBe(new RegExp(written).test(said))
      }),
      { numRuns: 20_000 },
    )
  })
})
