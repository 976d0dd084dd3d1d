import { isUtf8 } from 'node:buffer'

type JsonFault = 'malformed' | 'too_complex' | 'forbidden_key'
export type JsonResult =
  /** `members`: how many there are in the text. The value has fewer where a name stands twice in an object. */
  { ok: true; value: unknown; members: number } | { ok: false; fault: JsonFault }

export const deepestJson = 64
/** Brackets and keys of one text. A body of empty objects alone would otherwise hold the event loop for seconds. */
export const mostJsonParts = 250_000

/**
 * Parses JSON from the wire: UTF-8 with or without a byte-order mark, nested at most `deepestJson` deep and of
 * at most `mostJsonParts` parts.
 *
 * `JSON.parse` makes `__proto__` a plain property, which is harmless until something assigns it to another object. Such
 * a key has no honest use, so the text is refused and no later merge has to think of it. What JSON allows and readers
 * differ in passes: 1e400 is Infinity, the last of equal keys wins (`members` tells), lone surrogates in escapes stay.
 */
export const parseJson = (bytes: Buffer): JsonResult => {
  if (!isUtf8(bytes)) return malformed
  const members = countMembers(bytes, deepestJson)
  if (members === undefined) return tooComplex
  const text = bytes.toString('utf8', hasByteOrderMark(bytes) ? 3 : 0)
  try {
    const value: unknown = JSON.parse(text)
    return mayNamePrototype(text) && namesPrototype(value) ? forbiddenKey : { ok: true, value, members }
  } catch {
    return malformed
  }
}

/** Whether the text keeps to the limits. */
export const checkJsonDepth = (bytes: Buffer, maximumDepth = deepestJson): boolean =>
  countMembers(bytes, maximumDepth) !== undefined

/** Undefined where the text breaks the limits. It reads bytes, not grammar: what is malformed is not its matter. */
const countMembers = (bytes: Buffer, maximumDepth: number): number | undefined => {
  let depth = 0
  let brackets = 0
  let members = 0
  let index = 0
  while (index < bytes.length) {
    const byte = bytes[index]
    if (byte === quote) {
      index = endOfString(bytes, index + 1)
    } else if (byte === openBrace || byte === openBracket) {
      depth += 1
      brackets += 1
      if (depth > maximumDepth || brackets + members > mostJsonParts) return undefined
    } else if (byte === closeBrace || byte === closeBracket) {
      depth -= 1
    } else if (byte === colon) {
      members += 1
    }
    index += 1
  }
  return brackets + members <= mostJsonParts ? members : undefined
}

const malformed: JsonResult = { ok: false, fault: 'malformed' }
const tooComplex: JsonResult = { ok: false, fault: 'too_complex' }
const forbiddenKey: JsonResult = { ok: false, fault: 'forbidden_key' }

const quote = 0x22
const colon = 0x3a
const backslash = 0x5c
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

/**
 * A search in native code pays from about this many bytes on. Reading so many by hand before each search also bounds
 * what a text full of escaped quotes can cost.
 */
const shortString = 16

/** Where the string that began before `start` has its closing quote, or the end of the bytes. */
const endOfString = (bytes: Buffer, start: number): number => {
  let index = start
  while (index < bytes.length) {
    const nearby = Math.min(index + shortString, bytes.length)
    while (index < nearby) {
      const byte = bytes[index]
      if (byte === quote) return index
      index += byte === backslash ? 2 : 1
    }
    const found = bytes.indexOf(quote, index)
    if (found === -1) return bytes.length
    if (!isEscaped(bytes, index, found)) return found
    index = found + 1
  }
  return bytes.length
}

/** Whether an odd number of backslashes stands before `position`, counted back to `start`, which is not escaped itself. */
const isEscaped = (bytes: Buffer, start: number, position: number): boolean => {
  let first = position
  while (first > start && bytes[first - 1] === backslash) first -= 1
  return (position - first) % 2 === 1
}

export const hasByteOrderMark = (bytes: Buffer): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf

/** Any letter of the name may be written as an escape, of which this much is always there. */
const mayNamePrototype = (text: string): boolean => text.includes('__proto__') || text.includes('\\u00')

const namesPrototype = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return false
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(namesPrototype)
}
