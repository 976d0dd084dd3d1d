import { isAscii } from 'node:buffer'

/**
 * The text of bytes, one sign for each byte: enough to look for what is written in ASCII. Several look through a short
 * answer one after the other, so the last one's is kept.
 */
export const latin1Of = (bytes: Buffer): string => {
  if (last?.bytes === bytes) return last.text
  const text = bytes.toString('latin1')
  if (bytes.length <= longestKept) last = { bytes, text }
  return text
}

let last: { bytes: Buffer; text: string } | undefined
const longestKept = 64 * 1024

/** The text of bytes that are UTF-8: mostly it is the same. */
export const utf8Of = (bytes: Buffer): string => (isAscii(bytes) ? latin1Of(bytes) : bytes.toString('utf8'))

/** Where a mark stands last in bytes, in a text that goes at least so far behind it; undefined where it stands nowhere. */
export const lastMark = (bytes: Buffer, mark: string, most: number): { text: string; start: number } | undefined => {
  if (bytes.length <= longestKept) {
    // The text as it is: reading signs of a part of it would take a detour for each.
    const text = latin1Of(bytes)
    const start = lastOf(text, mark)
    return start < 0 ? undefined : { text, start }
  }
  const start = bytes.lastIndexOf(mark)
  return start < 0 ? undefined : { text: bytes.toString('latin1', start, start + most), start: 0 }
}

/** The usage of an answer is looked for by who reads it, and once more by who tells it in another shape. */
const lastOf = (text: string, mark: string): number => {
  if (found.text !== text || found.mark !== mark) found = { text, mark, start: text.lastIndexOf(mark) }
  return found.start
}
let found = { text: '', mark: '', start: -1 }
