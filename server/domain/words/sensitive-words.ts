import { setFlagsFromString } from 'node:v8'
import { isBoundedPattern } from '#contract/pattern-safety.ts'
import { createWordSearch, createWordWalk, type WordSearch } from '../../lib/word-search.ts'
import type { Options } from '../options.ts'
import { createPatternSearch, type PatternSearch } from './pattern-search.ts'
import type { TextSearch } from './running-text.ts'

/** Words and patterns that the operator does not let through. */
export type SensitiveWords = {
  /** Whether there are any. */
  any: () => boolean
  /** The first that stands in one of the texts. */
  find: (texts: readonly string[]) => string | undefined
  /** For texts that come in pieces. */
  search: () => TextSearch
}

type Compiled = {
  count: number
  words: WordSearch | undefined
  /** Signs of which every word has one; undefined when there are too many of them, or a word has none. */
  marks: readonly string[] | undefined
  patterns: readonly { source: string; isIn: PatternSearch }[]
}

const patternMark = 'regex:'
/** Patterns look at no more than this of a call: what was said last, as the rest was looked at when it was. */
const longestForPatterns = 256 * 1024

// An engine whose time grows with the text alone, whatever the pattern; regular expressions ask for it with `l`.
setFlagsFromString('--enable-experimental-regexp-engine')

export const createSensitiveWords = (options: Options): SensitiveWords => {
  let compiled = compile(options.get('SensitiveWords'))
  let search: TextSearch | undefined
  options.onChange((keys) => {
    if (!keys.includes('SensitiveWords')) return
    compiled = compile(options.get('SensitiveWords'))
    search = undefined
  })
  return {
    any: () => compiled.count > 0,
    search: () => {
      search ??= textSearchOf(options.get('SensitiveWords'))
      return search
    },
    find: (texts) => {
      const { words, marks, patterns } = compiled
      if (patterns.length === 0 && marks !== undefined && !texts.some((text) => hasOne(text, marks))) return undefined
      // In one go: no word holds a line break, and beginning a search takes longer than the text of a message does.
      const word = words?.(texts.join('\n').toLowerCase())
      if (word !== undefined || patterns.length === 0) return word
      let left = longestForPatterns
      for (const text of texts.toReversed()) {
        const start = text.slice(0, left).toLowerCase()
        const hit = patterns.find(({ isIn }) => isIn(start))
        if (hit !== undefined) return hit.source
        left -= start.length
        if (left <= 0) break
      }
      return undefined
    },
  }
}

const wordsOf = (lines: readonly string[]): string[] =>
  lines.filter((line) => !line.startsWith(patternMark)).map((line) => line.toLowerCase())

const sourcesOf = (lines: readonly string[]): string[] =>
  lines.filter((line) => line.startsWith(patternMark)).map((line) => line.slice(patternMark.length))

/** Letters are compared without regard to case: patterns are read as if they were written small. */
const compile = (lines: readonly string[]): Compiled => {
  const words = wordsOf(lines)
  return {
    count: lines.length,
    words: words.length === 0 ? undefined : createWordSearch(words),
    marks: marksOf(words),
    patterns: patternsOf(lines),
  }
}

const patternsOf = (lines: readonly string[]): Compiled['patterns'] =>
  sourcesOf(lines).map((source) => ({ source, isIn: searchFor(lowerLetters(source)) }))

const textSearchOf = (lines: readonly string[]): TextSearch => ({
  list: wordsOf(lines),
  words: createWordWalk(wordsOf(lines)),
  patterns: sourcesOf(lines).map((source) => {
    const small = lowerLetters(source)
    return isBoundedPattern(small) ? new RegExp(small, 'g') : unboundedPattern(small, 'g')
  }),
})

/**
 * Most texts hold none of the signs that the words are recognised by, which is known before a letter is lowered. Only
 * signs that no other becomes when it is lowered will do.
 */
const marksOf = (words: readonly string[]): string[] | undefined => {
  const marks = new Set<string>()
  for (const word of words) {
    const mark = sameInAnyCase.exec(word)?.[0]
    if (mark === undefined) return undefined
    marks.add(mark)
  }
  return marks.size > mostMarks ? undefined : [...marks]
}

const mostMarks = 8
/** Rare ones before digits and blanks; kana, ideographs and Hangul. */
const sameInAnyCase = /[_@#$%^&*+=|\\<>~{}[\]\u3040-\u9fff\uac00-\ud7a3]/

const hasOne = (text: string, marks: readonly string[]): boolean => {
  for (const mark of marks) if (text.includes(mark)) return true
  return false
}

/** The usual engine is many times quicker with what it cannot get lost in. */
const searchFor = (source: string): PatternSearch => {
  if (isBoundedPattern(source)) return createPatternSearch(source)
  const pattern = unboundedPattern(source)
  return (text) => pattern.test(text)
}

const unboundedPattern = (source: string, flags = ''): RegExp => {
  try {
    return new RegExp(source, `l${flags}`)
  } catch {
    return new RegExp(source, flags)
  }
}

/** Escapes keep their case: `\D` is not `\d`. */
const lowerLetters = (source: string): string =>
  source.replace(/\\(?:u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[pP]\{[^}]*\}|[\s\S])|[\s\S]/g, (piece) =>
    piece.startsWith('\\') ? piece : piece.toLowerCase(),
  )
