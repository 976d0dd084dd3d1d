import { brieflyOf, largeAnswer } from './brief-json.ts'
import { latin1Of } from './latin1-text.ts'

/**
 * Whether an answer that passes through is JSON from its first sign to its last: one that was cut off, or is something
 * else, can be read by nobody. What stands inside a text is not looked at, which makes this several times faster than
 * parsing. As lenient as the most lenient readers: some upstreams write NaN.
 */
export const isWholeJson = (bytes: Buffer): boolean => {
  if (bytes.length >= largeAnswer) return isWhole(brieflyOf(bytes), 0, [], 'value')
  const text = latin1Of(bytes)
  return endsBehindUsage(text) || isWhole(text, 0, [], 'value')
}

/**
 * Most answers end with their figures, or a little behind them: what came that far was not cut off, and only the rest is
 * looked through.
 */
const endsBehindUsage = (text: string): boolean => {
  if (text.charCodeAt(0) !== openBrace) return false
  // The first there is: of two answers in one the second alone would be whole. Quotes are everywhere: the search is
  // for what stands between them.
  const mark = text.indexOf(usageMark) - 1
  if (mark < 0 || text.length - mark > longestEnd || text.charCodeAt(mark) !== quote) return false
  return isWhole(text, mark, [closeBrace], 'name')
}

/** Within a text its quote would be escaped. */
const usageMark = 'usage"'
const longestEnd = 1024

/** `open`: the closing signs of what is open, outermost first. */
const isWhole = (text: string, start: number, open: number[], begins: 'value' | 'name'): boolean => {
  let wants: 'value' | 'name' | 'end' = begins
  /** A list or an object that has just been opened may be closed at once. */
  let isFresh = false
  let position = start
  while (position < text.length) {
    const sign = text.charCodeAt(position)
    position += 1
    if (sign <= space && isBlank(sign)) continue
    if (wants === 'end') {
      if (open.length > 0 && sign === open[open.length - 1]) open.pop()
      else if (sign !== comma || open.length === 0) return false
      else wants = open[open.length - 1] === closeBrace ? 'name' : 'value'
      continue
    }
    if (isFresh && sign === open[open.length - 1]) {
      open.pop()
      wants = 'end'
      isFresh = false
      continue
    }
    isFresh = false
    if (wants === 'name') {
      if (sign !== quote) return false
      position = afterColon(text, afterText(text, position))
      if (position < 0) return false
      wants = 'value'
      continue
    }
    switch (sign) {
      case openBrace:
        open.push(closeBrace)
        wants = 'name'
        isFresh = true
        continue
      case openBracket:
        open.push(closeBracket)
        isFresh = true
        continue
      case quote:
        position = afterText(text, position)
        break
      default:
        position = afterWord(text, position - 1)
    }
    if (position < 0) return false
    wants = 'end'
  }
  return wants === 'end' && open.length === 0
}

const shortText = 24
const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

const space = 0x20
const isBlank = (sign: number): boolean => sign === space || sign === 0x0a || sign === 0x0d || sign === 0x09

/** The place behind the text that begins here; -1 when it does not end. */
const afterText = (text: string, start: number): number => {
  // Short texts are read by hand: a search costs more.
  let near = start
  const nearby = Math.min(start + shortText, text.length)
  while (near < nearby) {
    const sign = text.charCodeAt(near)
    if (sign === quote) return near + 1
    near += sign === backslash ? 2 : 1
  }
  let end = text.indexOf('"', near)
  while (end >= 0) {
    let slashes = 0
    while (end - 1 - slashes >= near && text.charCodeAt(end - 1 - slashes) === backslash) slashes += 1
    if (slashes % 2 === 0) return end + 1
    end = text.indexOf('"', end + 1)
  }
  return -1
}

const afterColon = (text: string, start: number): number => {
  if (start < 0) return -1
  if (text.charCodeAt(start) === colon) return start + 1
  let position = start
  while (isBlank(text.charCodeAt(position))) position += 1
  return text.charCodeAt(position) === colon ? position + 1 : -1
}

/** The place behind a number or a word; -1 where neither stands. */
const afterWord = (text: string, start: number): number => {
  let end = start
  while (end < text.length && isOfWord(text.charCodeAt(end))) end += 1
  if (end === start) return -1
  const first = text.charCodeAt(start)
  const isNumber = (first >= digit0 && first <= digit9) || (first === minus && end > start + 1)
  return isNumber || words.has(text.slice(start, end)) ? end : -1
}

const words: ReadonlySet<string> = new Set(['true', 'false', 'null', 'NaN', 'Infinity'])
const digit0 = 0x30
const digit9 = 0x39
const minus = 0x2d

/** Letters, digits, and the signs that stand in numbers. */
const isOfWord = (sign: number): boolean =>
  (sign >= digit0 && sign <= digit9) ||
  sign === minus ||
  sign === 0x2b ||
  sign === 0x2e ||
  (sign >= 0x41 && sign <= 0x5a) ||
  (sign >= 0x61 && sign <= 0x7a)
