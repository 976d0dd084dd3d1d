/**
 * The beginning of what an answer says, for whoever wants to count or keep it: a copy, so that it does not keep what it
 * was cut out of, and never longer than `longestSample`. A class, because one is made for every stream and its methods
 * should not be.
 */
export class TextSample {
  readonly #form: 'plain' | 'json'
  #kept: Buffer | undefined
  #length = 0

  /** `json`: the pieces are insides of JSON texts, escaped as these are. */
  constructor(form: 'plain' | 'json') {
    this.#form = form
  }

  /** How many bytes were taken. */
  get length(): number {
    return this.#length
  }

  /** Takes a piece of `bytes`. */
  take(bytes: Buffer, start: number, end: number): void {
    const room = end > start ? this.#roomFor(end - start) : undefined
    if (room !== undefined) this.#length += bytes.copy(room, this.#length, start, end)
  }

  /** Takes a piece of text; `latin1` where each letter of it stands for one byte. */
  takeText(text: string, encoding: 'utf8' | 'latin1'): void {
    // A letter is three bytes at most.
    const room = text === '' ? undefined : this.#roomFor(encoding === 'latin1' ? text.length : 3 * text.length)
    if (room !== undefined) this.#length += room.write(text, this.#length, encoding)
  }

  text(): string {
    const text = this.#kept === undefined ? '' : this.#kept.toString('utf8', 0, this.#length)
    return this.#form === 'json' ? unescaped(text) : text
  }

  /** A place for so many bytes more; undefined when the sample is full. */
  #roomFor(more: number): Buffer | undefined {
    const [kept, length] = [this.#kept, this.#length]
    if (length >= longestSample) return undefined
    if (kept !== undefined && (kept.length - length >= more || kept.length === longestSample)) return kept
    const size = Math.min(longestSample, Math.max(firstSize, 2 * (length + more)))
    const larger = Buffer.allocUnsafeSlow(size)
    kept?.copy(larger, 0, 0, length)
    this.#kept = larger
    return larger
  }
}

export const longestSample = 64 * 1024

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
