/**
 * The beginning of what an answer says, for whoever wants to count or keep it: a copy, so that it does not keep what it
 * was cut out of, and never longer than `longestSample`.
 */
export type TextSample = {
  /** Takes a piece of `bytes`. */
  take: (bytes: Buffer, start: number, end: number) => void
  /** Takes a piece of text; `latin1` where each letter of it stands for one byte. */
  takeText: (text: string, encoding: 'utf8' | 'latin1') => void
  /** How many bytes were taken. */
  length: () => number
  text: () => string
}

export const longestSample = 64 * 1024

/** `json`: the pieces are insides of JSON texts, escaped as these are. */
export const createTextSample = (form: 'plain' | 'json'): TextSample => {
  let kept: Buffer | undefined
  let length = 0

  /** A place for so many bytes more; undefined when the sample is full. */
  const roomFor = (more: number): Buffer | undefined => {
    if (length >= longestSample) return undefined
    if (kept !== undefined && (kept.length - length >= more || kept.length === longestSample)) return kept
    const size = Math.min(longestSample, Math.max(firstSize, 2 * (length + more)))
    const larger = Buffer.allocUnsafeSlow(size)
    kept?.copy(larger, 0, 0, length)
    kept = larger
    return larger
  }

  return {
    take: (bytes, start, end) => {
      const room = end > start ? roomFor(end - start) : undefined
      if (room !== undefined) length += bytes.copy(room, length, start, end)
    },
    takeText: (text, encoding) => {
      // A letter is three bytes at most.
      const room = text === '' ? undefined : roomFor(encoding === 'latin1' ? text.length : 3 * text.length)
      if (room !== undefined) length += room.write(text, length, encoding)
    },
    length: () => length,
    text: () => {
      const text = kept === undefined ? '' : kept.toString('utf8', 0, length)
      return form === 'json' ? unescaped(text) : text
    },
  }
}

const firstSize = 256

/** A full sample may end in the middle of an escape. */
const unescaped = (inside: string): string => {
  for (const text of [inside, inside.replace(/\\(?:u[0-9a-f]{0,3})?$/i, '')]) {
    try {
      return String(JSON.parse(`"${text}"`))
    } catch {
      // What is no JSON after all is taken as it stands.
    }
  }
  return inside
}
