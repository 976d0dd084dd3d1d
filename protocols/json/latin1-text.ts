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

/** The text from where a mark stands last, at most so much of it; undefined where it stands nowhere. */
export const textFromLast = (bytes: Buffer, mark: string, most: number): string | undefined => {
  if (bytes.length > longestKept) {
    const start = bytes.lastIndexOf(mark)
    return start < 0 ? undefined : bytes.toString('latin1', start, start + most)
  }
  const text = latin1Of(bytes)
  const start = text.lastIndexOf(mark)
  return start < 0 ? undefined : text.slice(start, start + most)
}
