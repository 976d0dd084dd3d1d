import { atomAt, longestMatch, repeatAt } from '#contract/pattern-safety.ts'

/** Whether a text has a part that a pattern matches. */
export type PatternSearch = (text: string) => boolean

/**
 * For patterns that match no long text. Most of them have a piece of plain text in every match, which is found many
 * times quicker than the pattern: only what stands around it is looked at with the pattern itself.
 */
export const createPatternSearch = (source: string): PatternSearch => {
  const pattern = new RegExp(source)
  const piece = pieceOf(source)
  if (piece === '') return (text) => pattern.test(text)
  const reach = looksAround.test(source) ? undefined : longestMatch(source)
  if (reach === undefined) return (text) => text.includes(piece) && pattern.test(text)
  return (text) => {
    let place = text.indexOf(piece)
    while (place !== -1) {
      const start = Math.max(0, place - reach)
      let end = place + reach
      // What overlaps is looked at once.
      for (place = text.indexOf(piece, place + 1); place !== -1 && place - reach <= end; ) {
        end = place + reach
        place = text.indexOf(piece, place + 1)
      }
      if (pattern.test(text.slice(start, end))) return true
    }
    return false
  }
}

/** What depends on the signs beside the match, which a part of the text does not have. */
const looksAround = /[$^]|\\b/i

/** The longest run of signs, outside of brackets, that is in every match; empty when there is none. */
const pieceOf = (source: string): string => {
  let longest = ''
  let run = ''
  let depth = 0
  for (let place = 0; place < source.length; ) {
    const atom = atomAt(source, place)
    place += atom.length
    const repeat = repeatAt(source, place)
    place += repeat.length
    if (atom === '|' && depth === 0) return ''
    if (atom.startsWith('(')) depth += 1
    else if (atom === ')') depth -= 1
    const sign = depth === 0 && repeat.length === 0 ? plainSign(atom) : ''
    run = sign === '' ? '' : run + sign
    if (run.length > longest.length) longest = run
  }
  return longest
}

/** The sign that an atom stands for, when it stands for one only. */
const plainSign = (atom: string): string => {
  if (/^\\[^\p{L}\p{N}]$/u.test(atom)) return atom.slice(1)
  return /^[^\\^$.|?*+()[\]{}]$/.test(atom) ? atom : ''
}
