import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { StreamTap } from '#protocols/protocol.ts'
import type { TextSearch } from '../../domain/words/running-text.ts'
import { createWordWalk } from '../../lib/word-search.ts'
import { createQuickLook, type QuickLook } from './quick-look.ts'
import { withSearchedWords } from './searched-answer.ts'

const words = ['secret', 'etna', 'test_case', '敏感词', 'aab', 'a.c', 'σσ']
const quickLook = createQuickLook(words, false)

const eventOf = (content: string) =>
  Buffer.from(`data: ${JSON.stringify({ id: 'x', object: 'chunk', choices: [{ index: 0, delta: { content } }] })}\n\n`)

/** What comes out of a stream of these texts, with the quick look or without. */
const outcome = (
  texts: readonly string[],
  stops: boolean,
  search: TextSearch,
  quickLook: QuickLook | undefined,
): string => {
  // seam: nothing else of a tap is asked for here
  const tap = { push: (chunk: Buffer) => chunk, end: () => undefined } as unknown as StreamTap
  const wish = { search, stops, keptBack: 0, quickLook }
  const searched = withSearchedWords(tap, wish, 'events')
  const told = texts.map((text) => (searched.isRefused?.() ? undefined : searched.push(eventOf(text))))
  return [...told, searched.end()].map((piece) => piece?.toString() ?? '').join('')
}

it.each([
  ['some in other letters', words],
  ['all in plain letters', words.filter((word) => /^[a-z_.]+$/.test(word))],
])('finds what looking at every text finds, however a word is cut and written: %s', (_title, list) => {
  const look = createQuickLook(list, false)
  const own = { list, words: createWordWalk(list), patterns: [] }
  const parts = fc.constantFrom(
    ...words,
    'sec',
    'ret',
    'a',
    'b',
    '.',
    ' ',
    'SEC',
    'Ret',
    't',
    'test_',
    '敏',
    '感',
    '词',
    '"',
    '\\',
    '\n',
    '\u0001',
    'é',
    'Σ',
    'σ',
    'İ',
  )
  const text = fc.array(parts, { maxLength: 4 }).map((some) => some.join(''))
  fc.assert(
    fc.property(fc.array(text, { maxLength: 6 }), fc.boolean(), (texts, stops) => {
      expect(outcome(texts, stops, own, look)).toBe(outcome(texts, stops, own, undefined))
    }),
    { numRuns: 3000 },
  )
})

it('lets go by what holds nothing, and no event that a word may begin in', () => {
  const look = (text: string) => quickLook?.isCleanPiece(eventOf(text).toString())
  expect(['Hello', 'the secre is on', 'Etn o', ''].map(look)).toEqual([true, true, true, true])
  expect(['a Secret', 'it is a sec', 'ends in s', '敏', 'test_'].map(look)).toEqual(Array(5).fill(false))
  expect(quickLook?.isClean('{"a":"it is a sec"}')).toBe(true)
  expect(quickLook?.isClean(String.raw`{"a":"\u0073ecret"}`)).toBe(false)
})

it('does not guess where it cannot tell', () => {
  expect(createQuickLook(words, true)).toBeUndefined()
  expect(createQuickLook([], false)).toBeUndefined()
  expect(createQuickLook(['a"b'], false)).toBeUndefined()
  expect(createQuickLook(['a/b'], false)).toBeUndefined()
  expect(
    createQuickLook(
      Array.from({ length: 17 }, (_, place) => `w${place}`),
      false,
    ),
  ).toBeUndefined()
})
