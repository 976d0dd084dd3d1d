import type { WordNode, WordWalk } from '../../lib/word-search.ts'

/** A part of a text, by its letters. */
export type Span = { start: number; end: number }

/** What is looked for in texts that come in pieces, all of it in small letters. */
export type TextSearch = { list: readonly string[]; words: WordWalk; patterns: readonly RegExp[] }

/** So far back a pattern may begin that ends in what has just come. */
const longestBefore = 1024
/** Patterns look at no more than this of one piece: it is as much as they look at of a prompt. */
const longestForPatterns = 256 * 1024

/** A text that comes in pieces: says where words stand in it, and how much of its end may be the beginning of one. */
export class RunningText {
  readonly #search: TextSearch
  #node: WordNode
  /** The end of what came before, where there are patterns. */
  #recent = ''
  #length = 0

  constructor(search: TextSearch) {
    this.#search = search
    this.#node = search.words.start
  }

  get length(): number {
    return this.#length
  }

  /** From here on a word may have begun that is not there as a whole. */
  get openFrom(): number {
    return this.#length - this.#node.depth
  }

  /** Where words are of which the last letter came with this piece; they may begin before it. */
  add(piece: string): Span[] {
    const small = inSmallLetters(piece)
    const spans = [...this.#words(small), ...this.#patterns(small)]
    this.#length += small.length
    return spans
  }

  /** Nothing follows that a word could end in. */
  close(): void {
    this.#node = this.#search.words.start
  }

  #words(small: string): Span[] {
    const { start, step } = this.#search.words
    const spans: Span[] = []
    for (let place = 0; place < small.length; place += 1) {
      this.#node = step(this.#node, small.charCodeAt(place))
      const { word } = this.#node
      if (word === undefined) continue
      const end = this.#length + place + 1
      spans.push({ start: end - word.length, end })
      this.#node = start
    }
    return spans
  }

  #patterns(small: string): Span[] {
    const { patterns } = this.#search
    if (patterns.length === 0) return []
    const text = this.#recent + small.slice(0, longestForPatterns)
    const offset = this.#length - this.#recent.length
    const spans = patterns.flatMap((pattern) =>
      [...text.matchAll(pattern)].flatMap(({ 0: found, index }): Span[] => {
        const end = index + found.length
        return found === '' || end <= this.#recent.length ? [] : [{ start: offset + index, end: offset + end }]
      }),
    )
    this.#recent = text.slice(-longestBefore)
    return spans
  }
}

/** As many letters as before, so that their places stay. */
const inSmallLetters = (text: string): string => {
  const small = text.toLowerCase()
  if (small.length === text.length) return small
  return text.replace(/[\s\S]/gu, (letter) => {
    const lowered = letter.toLowerCase()
    return lowered.length === letter.length ? lowered : letter
  })
}
