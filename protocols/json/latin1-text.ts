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

/** Where a mark stands last in bytes, in a text that goes at least so far behind it; undefined where it stands nowhere. */
export const lastMark = (bytes: Buffer, mark: string, most: number): { text: string; start: number } | undefined => {
  if (bytes.length <= longestKept) {
    // The text as it is: reading signs of a part of it would take a detour for each.
    const text = latin1Of(bytes)
    const start = text.lastIndexOf(mark)
    return start < 0 ? undefined : { text, start }
  }
  const start = bytes.lastIndexOf(mark)
  return start < 0 ? undefined : { text: bytes.toString('latin1', start, start + most), start: 0 }
}
