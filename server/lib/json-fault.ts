import { isUtf8 } from 'node:buffer'
import { hasByteOrderMark } from './json-limits.ts'

/** What is wrong with a text that is no JSON, by the name of its sentence; what the text holds is not told. */
export type JsonFaultFound = { reason: string; line?: number; column?: number }

/**
 * Reads what could not be parsed once more, as far as that costs no other call its time. Nothing where no single place
 * is at fault, or none was found so far.
 */
export const findJsonFault = (bytes: Buffer): JsonFaultFound | undefined => {
  if (bytes.length > longestRead) return undefined
  if (!isUtf8(bytes)) return { reason: 'body_not_utf8' }
  const text = bytes.toString('utf8', hasByteOrderMark(bytes) ? 3 : 0)
  if (text.trim() === '') return { reason: 'body_empty' }
  if (looksLikeForm.test(text)) return { reason: 'body_form' }
  const fault = firstFault(text)
  if (fault === undefined) return undefined
  return fault.at >= text.length ? { reason: 'json_cut' } : { reason: fault.reason, ...placeOf(text, fault.at) }
}

const longestRead = 4 * 1024 * 1024
const mostSteps = 250_000

/** `name=value`, or a boundary: programs send these where they were not told that JSON is wanted. */
const looksLikeForm = /^\s*(?:[\w.%[\]-]{1,64}=|--[^\s-])/

type Fault = { at: number; reason: string }
/** What may stand next: an opening bracket may be closed at once, and a comma asks for more. */
type Wanted = 'value' | 'value_or_end' | 'name' | 'name_or_end' | 'colon' | 'comma_or_end'

const firstFault = (text: string): Fault | undefined => {
  const open: string[] = []
  let wanted: Wanted = 'value'
  let comma = -1
  let at = endOf(blanks, text, 0)
  for (let step = 0; step < mostSteps; step += 1) {
    const sign = text[at]
    if (sign === undefined) return open.length > 0 || wanted !== 'comma_or_end' ? cutAt(text) : undefined
    const read = readPart(text, at, wanted, open, comma)
    if ('reason' in read) return read
    if (sign === ',') comma = at
    step += read.steps ?? 0
    wanted = read.wanted
    at = endOf(blanks, text, read.end)
  }
  return undefined
}

type Read = { end: number; wanted: Wanted; steps?: number }

const readPart = (text: string, at: number, wanted: Wanted, open: string[], comma: number): Read | Fault => {
  const sign = text[at]
  const isName = wanted === 'name' || wanted === 'name_or_end'
  if (wanted.endsWith('_or_end') && sign === open.at(-1)) {
    open.pop()
    return { end: at + 1, wanted: 'comma_or_end' }
  }
  if (wanted === 'comma_or_end' && sign === ',' && open.length > 0) {
    return { end: at + 1, wanted: open.at(-1) === '}' ? 'name' : 'value' }
  }
  if (wanted === 'colon' && sign === ':') return { end: at + 1, wanted: 'value' }
  if (wanted === 'colon' || wanted === 'comma_or_end') return faultAt(text, at, isName)
  if (sign === '"') {
    const string = readString(text, at + 1)
    return 'reason' in string ? string : { ...string, wanted: isName ? 'colon' : 'comma_or_end' }
  }
  if (!isName && (sign === '{' || sign === '[')) {
    open.push(sign === '{' ? '}' : ']')
    return { end: at + 1, wanted: sign === '{' ? 'name_or_end' : 'value_or_end' }
  }
  const end = isName ? at : endOf(plainValue, text, at)
  if (end > at) return { end, wanted: 'comma_or_end' }
  const isBehindComma = comma >= 0 && endOf(blanks, text, comma + 1) === at
  return isBehindComma && sign === open.at(-1) ? { at: comma, reason: 'json_comma' } : faultAt(text, at, isName)
}

const blanks = /[ \t\r\n]*/y
const plainValue = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?!\w)/y
const plainText = /[ !#-[\]-\uffff]*/y
const escapedSign = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y
const otherWord = /-?(?:true|false|none|null|nil|nan|infinity|undefined)\b/iy
const wordOrQuote = /['`‘’“”«»]|[\p{L}_$]/uy

/** Where a match that begins there ends; there itself where none does. */
const endOf = (pattern: RegExp, text: string, at: number): number => {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

const readString = (text: string, start: number): { end: number; steps: number } | Fault => {
  let at = endOf(plainText, text, start)
  let steps = 0
  for (; text[at] === '\\' && steps < mostSteps; steps += 1) {
    const end = endOf(escapedSign, text, at)
    if (end === at) return isCutEscape(text, at) ? cutAt(text) : { at, reason: 'json_escape' }
    at = endOf(plainText, text, end)
  }
  const sign = text[at]
  if (sign === undefined) return cutAt(text)
  if (sign === '"' || sign === '\\') return { end: at + 1, steps }
  return { at, reason: 'json_control' }
}

const isCutEscape = (text: string, at: number): boolean => /^\\(?:u[\dA-Fa-f]{0,3})?$/.test(text.slice(at, at + 7))

const cutAt = (text: string): Fault => ({ at: text.length, reason: 'json_cut' })

const faultAt = (text: string, at: number, isName: boolean): Fault => {
  if (!isName && endOf(otherWord, text, at) > at) return { at, reason: 'json_word' }
  return { at, reason: endOf(wordOrQuote, text, at) > at ? 'json_unquoted' : 'json_place' }
}

const placeOf = (text: string, at: number): { line: number; column: number } => {
  let [line, start] = [1, 0]
  for (let end = text.indexOf('\n'); end >= 0 && end < at; end = text.indexOf('\n', start)) {
    line += 1
    start = end + 1
  }
  return { line, column: at - start + 1 }
}
