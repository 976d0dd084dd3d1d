/** Rough token figures for holds and for answers whose upstream told no usage: high rather than low. */

export const messageOverhead = 4
/** A picture whose size nobody knows. */
export const pictureEstimate = 1200
/** A sound, a film or a file. */
export const soundEstimate = 4096

/** Which way of cutting text into tokens a model has: its maker's, of which two are public, or nobody knows which. */
export type Vocabulary = 'openai' | 'openai_early' | 'anthropic' | 'gemini' | 'other'

/** About how many tokens a text is. */
export type TextEstimate = (text: string) => number

export const vocabularyOf = (model: string): Vocabulary => {
  const known = vocabularies.get(model)
  if (known !== undefined) return known
  const vocabulary = cutsAs(model)
  // Every call asks several times. Names come from clients, so only so many are remembered.
  if (vocabularies.size < mostModels && model.length < longestModel) vocabularies.set(model, vocabulary)
  return vocabulary
}

const vocabularies = new Map<string, Vocabulary>()
const mostModels = 2000
const longestModel = 128

const cutsAs = (model: string): Vocabulary => {
  if (model.includes('claude')) return 'anthropic'
  if (model.includes('gemini') || model.includes('gemma')) return 'gemini'
  if (cutsNew.test(model)) return 'openai'
  return cutsEarly.test(model) ? 'openai_early' : 'other'
}

/** Whether a count of our own is as good as its maker's. */
export const isPublic = (vocabulary: Vocabulary): boolean => vocabulary === 'openai' || vocabulary === 'openai_early'

/** Whether it is cut in the older of the two public ways. */
export const isEarly = (vocabulary: Vocabulary): boolean => vocabulary === 'openai_early'

/** As their maker names them, with or without who serves them before it. */
const cutsNew = /^(?:.*\/)?(?:chatgpt-4o|gpt-(?:4o|4\.|[5-9]|oss)|o[134](?:-|$)|codex|computer-use)/
const cutsEarly = /^(?:.*\/)?(?:gpt-4(?:-|$)|gpt-3\.5|gpt-35|text-embedding-(?:3|ada)|(?:davinci|babbage)-002)/

/** About three bytes a token holds for prose and code, and one token a character for Chinese. */
export const estimateTokensOfBytes = (bytes: number): number => Math.ceil(bytes / 3)

/**
 * About how many tokens a text is: words and numbers count once, whatever stands between them by itself. No tokenizer
 * is asked: its tables are large, and a long text would keep everyone else waiting.
 */
export const estimateTokens = (text: string, vocabulary: Vocabulary = 'openai'): number =>
  createTextEstimate(vocabulary)(text)

/**
 * The same for texts that belong together. What comes after the first pages is judged by samples, so that a book, or
 * a conversation as long as one, costs hardly more time than a page.
 */
export const createTextEstimate = (vocabulary: Vocabulary): TextEstimate => {
  const weights = pairWeights[vocabulary]
  let left = longestWeighed
  return (text) => {
    left -= text.length
    return Math.ceil(left >= 0 || text.length <= sampleLength ? weigh(text, weights) : weighSamples(text, weights))
  }
}

const weighSamples = (text: string, weights: Int16Array): number => {
  const { length } = text
  const samples = Math.min(mostSamples, Math.ceil(length / sampleSpacing))
  let sampled = 0
  for (let sample = 0; sample < samples; sample += 1) {
    const start = Math.floor(((sample + 0.5) / samples) * (length - sampleLength))
    sampled += weigh(text.slice(start, start + sampleLength), weights)
  }
  return Math.max((sampled * length) / (samples * sampleLength), length * leastWeight)
}

/** Tokens counted with the one public way of cutting text, as another maker would count them. */
export const scaleTokens = (tokens: number, text: string, vocabulary: Vocabulary): number =>
  (vocabulary !== 'anthropic' && vocabulary !== 'gemini') || tokens === 0
    ? tokens
    : Math.ceil((tokens * estimateTokens(text, vocabulary)) / estimateTokens(text, 'openai'))

/** Tokens counted with a public way of cutting text, as high as another maker's may well count them. */
export const raiseTokens = (tokens: number, text: string, vocabulary: Vocabulary): number => {
  const raise = raises[vocabulary]
  if (raise === 1) return tokens
  // Three digits are one token in the public ones, and one each in others.
  const digits = text.match(/\d/g)?.length ?? 0
  return Math.min(Buffer.byteLength(text), Math.ceil(tokens * raise + (digits * 2) / 3))
}

/** The newest of some makers make up to a third more of a text than those before them. */
const raises: Readonly<Record<Vocabulary, number>> = {
  openai: 1,
  openai_early: 1,
  anthropic: 1.5,
  gemini: 1.2,
  other: 1.2,
}

const hundred = 100

const longestWeighed = 1024
const sampleLength = 64
const sampleSpacing = 1024
const mostSamples = 64

/** No text is lighter than this a byte: one long run of letters is no word, and samples can be misled. */
const leastWeight = 1 / 6

/**
 * Kinds of bytes in UTF-8. The first byte of a sign tells its kind; where it stands for many kinds, the second tells
 * more. All others weigh nothing.
 */
const word = 0
const number = 1
const ideograph = 2
const symbol = 3
const address = 4
const at = 5
const line = 6
const space = 7
/** Begins punctuation, mathematics and pictograms. */
const leadOfSigns = 8
/** Begins emoji and rare ideographs. */
const leadBeyond = 9
const rest = 10
const restOfMath = 11
const restOfEmoji = 12
const nothing = 15

type Weights = {
  word: number
  number: number
  ideograph: number
  symbol: number
  math: number
  address: number
  at: number
  emoji: number
  line: number
  space: number
}

const openai: Weights = {
  word: 1.02,
  number: 1.55,
  ideograph: 0.85,
  symbol: 0.4,
  math: 2.68,
  address: 1,
  at: 2,
  emoji: 2.12,
  line: 0.5,
  space: 0.42,
}
const anthropic: Weights = {
  word: 1.13,
  number: 1.63,
  ideograph: 1.21,
  symbol: 0.4,
  math: 4.52,
  address: 1.26,
  at: 2.82,
  emoji: 2.6,
  line: 0.89,
  space: 0.39,
}
const gemini: Weights = {
  word: 1.15,
  number: 2.8,
  ideograph: 0.68,
  symbol: 0.38,
  math: 1.05,
  address: 1.2,
  at: 2.5,
  emoji: 1.08,
  line: 1.15,
  space: 0.2,
}

/** What a byte of one kind behind one of another weighs, sixteen kinds a row, in hundredths. */
const weightsOfKinds = (weights: Weights): Int32Array => {
  const single = [
    weights.word,
    weights.number,
    weights.ideograph,
    weights.symbol,
    weights.address,
    weights.at,
    weights.line,
    weights.space,
    weights.symbol,
  ]
  const pairs = new Float64Array(256)
  for (let before = 0; before < 16; before += 1) {
    for (const [kind, weight] of single.entries()) {
      const goesOn = before === kind && (kind === word || kind === number)
      pairs[before * 16 + kind] = goesOn ? 0 : weight
    }
  }
  pairs[leadOfSigns * 16 + restOfMath] = weights.math - weights.symbol
  pairs[leadOfSigns * 16 + restOfEmoji] = weights.emoji - weights.symbol
  pairs[leadBeyond * 16 + restOfEmoji] = weights.emoji
  pairs[leadBeyond * 16 + restOfMath] = weights.ideograph
  pairs[leadBeyond * 16 + rest] = weights.ideograph
  return Int32Array.from(pairs, (weight) => Math.round(weight * hundred))
}

const kindOf = (byte: number): number => {
  if (byte < 0x80) return plainKind(String.fromCharCode(byte))
  if (byte < 0xc0) return byte >= 0x98 && byte < 0xa0 ? restOfEmoji : byte >= 0x88 && byte < 0x8c ? restOfMath : rest
  // Latin letters with marks; other alphabets weigh by the letter.
  if (byte < 0xca) return word
  if (byte === 0xe2) return leadOfSigns
  if (byte >= 0xe3 && byte < 0xee) return ideograph
  return byte >= 0xf0 ? leadBeyond : byte === 0xef ? ideograph : symbol
}

const plainKind = (character: string): number => {
  if (/[a-z]/i.test(character)) return word
  if (/\d/.test(character)) return number
  if (/[/:?&=;#%]/.test(character)) return address
  if (character === '@') return at
  if (/[\n\t\r]/.test(character)) return line
  return character === ' ' ? space : symbol
}

const kinds = Uint8Array.from({ length: 256 }, (_, byte) => kindOf(byte))

/**
 * What a byte behind another weighs: one look for each byte of a prompt, and none that waits for the one before. In
 * hundredths: whole numbers add up in half the time.
 */
const weightsOfBytes = (weights: Weights): Int16Array => {
  const ofKinds = weightsOfKinds(weights)
  return Int16Array.from({ length: 256 * 256 }, (_, pair) => {
    const [before = nothing, kind = nothing] = [kinds[pair >> 8], kinds[pair & 0xff]]
    return ofKinds[before * 16 + kind] ?? 0
  })
}

const usual = weightsOfBytes(openai)

/** Models whose makers say nothing else are taken to cut text as most do. */
const pairWeights: Readonly<Record<Vocabulary, Int16Array>> = {
  openai: usual,
  openai_early: usual,
  anthropic: weightsOfBytes(anthropic),
  gemini: weightsOfBytes(gemini),
  other: usual,
}

/** One place for the bytes of whatever text is weighed: a character is at most three of them. */
const scratch = Buffer.alloc(3 * longestWeighed)

const weigh = (text: string, weights: Int16Array): number => {
  const length = scratch.write(text)
  let hundredths = 0
  let before = beginning
  for (let index = 0; index < length; index += 1) {
    const byte = scratch[index] ?? 0
    hundredths += weights[(before << 8) | byte] ?? 0
    before = byte
  }
  return Math.max(hundredths / hundred, length * leastWeight)
}

/** A byte that goes together with none. */
const beginning = 0xff
