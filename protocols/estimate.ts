/** Rough token figures for holds and for answers whose upstream told no usage: high rather than low. */

export const messageOverhead = 4
/** A picture whose size nobody knows. */
export const pictureEstimate = 1200
/** A sound, a film or a file. */
export const soundEstimate = 4096

/** Which way of cutting text into tokens a model has. */
export type Vocabulary = 'openai' | 'anthropic' | 'gemini'

/** About three bytes a token holds for prose and code, and one token a character for Chinese. */
export const estimateTokensOfBytes = (bytes: number): number => Math.ceil(bytes / 3)

/**
 * About how many tokens a text is: words and numbers count once, whatever stands between them by itself. No tokenizer
 * is asked: its tables are large, and a long text would keep everyone else waiting.
 */
export const estimateTokens = (text: string, vocabulary: Vocabulary = 'openai'): number => {
  const counts = new Uint32Array(kindCount)
  const { length } = text
  if (length <= longestCounted) {
    countKinds(text, 0, length, counts)
    return Math.ceil(weigh(counts, vocabulary))
  }
  for (let sample = 0; sample < samples; sample += 1) {
    const start = Math.floor((sample * (length - sampleLength)) / (samples - 1))
    countKinds(text, start, start + sampleLength, counts)
  }
  const scaled = (weigh(counts, vocabulary) * length) / (samples * sampleLength)
  // Samples can be wrong where a text was made to mislead them; even the plainest prose is not below this.
  return Math.ceil(Math.max(scaled, length / 5))
}

/** Longer texts are judged by samples, so that a book costs hardly more time than a page. */
const longestCounted = 16 * 1024
const samples = 16
const sampleLength = 1024

/** Kinds of characters, as places in a list: word, number, ideograph, symbol, math, address, at, emoji, line, space. */
const word = 0
const number = 1
const ideograph = 2
const symbol = 3
const math = 4
const address = 5
const at = 6
const emoji = 7
const line = 8
const space = 9
const kindCount = 10

/** What one of each kind weighs; a run of letters or of digits is one word or number. */
const weights: Readonly<Record<Vocabulary, readonly number[]>> = {
  openai: [1.02, 1.55, 0.85, 0.4, 2.68, 1, 2, 2.12, 0.5, 0.42],
  anthropic: [1.13, 1.63, 1.21, 0.4, 4.52, 1.26, 2.82, 2.6, 0.89, 0.39],
  gemini: [1.15, 2.8, 0.68, 0.38, 1.05, 1.2, 2.5, 1.08, 1.15, 0.2],
}

const weigh = (counts: Uint32Array, vocabulary: Vocabulary): number => {
  let tokens = 0
  for (const [kind, weight] of weights[vocabulary].entries()) tokens += weight * (counts[kind] ?? 0)
  return tokens
}

/** Runs longer than this are no words of any language but data, and are cut again and again. */
const longestRun = 12

const countKinds = (text: string, start: number, end: number, counts: Uint32Array): void => {
  let run = -1
  let left = 0
  for (let index = start; index < end; index += 1) {
    const code = text.charCodeAt(index)
    const kind = code < 0x80 ? (plainKinds[code] ?? symbol) : kindOf(code)
    if (kind === run && left > 0) {
      left -= 1
      continue
    }
    counts[kind] = (counts[kind] ?? 0) + 1
    run = kind > number ? -1 : kind
    left = longestRun - 1
  }
}

const plainKinds = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/[a-z]/i.test(character)) return word
  if (/\d/.test(character)) return number
  if (/[/:?&=;#%]/.test(character)) return address
  if (character === '@') return at
  if (/[\n\t\r]/.test(character)) return line
  return character === ' ' ? space : symbol
})

const kindOf = (code: number): number => {
  if (code >= 0x2e80 && code < 0xd800) return ideograph
  // Letters with marks; multiplication and division stand among them.
  if (code >= 0xc0 && code < 0x250) return code === 0xd7 || code === 0xf7 ? math : word
  if (code >= 0x2200 && code < 0x2300) return math
  if (code >= 0x2600 && code < 0x27c0) return emoji
  // Beyond the first plane characters come in halves: the first tells what it is, the second is only the rest of it.
  if (code >= 0xd83c && code < 0xd840) return emoji
  if (code >= 0xd840 && code < 0xd880) return ideograph
  const isIdeograph = (code >= 0x1100 && code < 0x1200) || (code >= 0xf900 && code < 0xfb00) || code >= 0xff00
  return isIdeograph ? ideograph : symbol
}
