import { parseLenient } from './json.ts'

/**
 * Takes apart what an upstream sent, for whoever asks for its figures and names: in a large answer all long texts are
 * left empty. They may be pictures, and taking them along holds everybody else up.
 */
export const parseBriefly = (bytes: Buffer): unknown =>
  parseLenient(bytes.length < largeAnswer ? bytes.toString('utf8') : brieflyOf(bytes))

export const largeAnswer = 1024 * 1024
/** Longer than any name. */
const longText = 4096

/** The same answer with its long texts left empty. */
export const brieflyOf = (bytes: Buffer): string => {
  let text = ''
  let taken = 0
  let position = bytes.indexOf(quote)
  while (position >= 0 && position < bytes.length) {
    const end = endOfString(bytes, position + 1)
    if (end - position - 1 > longText) {
      text += bytes.toString('utf8', taken, position + 1)
      taken = end
    }
    position = end + 1
    while (position < bytes.length && bytes[position] !== quote) position += 1
  }
  return text + bytes.toString('utf8', taken)
}

/** The place of the closing quote, or the end of the bytes. Short texts are read by hand: a search costs more. */
const endOfString = (bytes: Buffer, start: number): number => {
  let index = start
  while (index < bytes.length) {
    const nearby = Math.min(index + shortText, bytes.length)
    while (index < nearby) {
      const byte = bytes[index]
      if (byte === quote) return index
      index += byte === backslash ? 2 : 1
    }
    const found = bytes.indexOf(quote, index)
    if (found < 0) return bytes.length
    let slashes = 0
    while (found - 1 - slashes >= index && bytes[found - 1 - slashes] === backslash) slashes += 1
    if (slashes % 2 === 0) return found
    index = found + 1
  }
  return bytes.length
}

const shortText = 64
const quote = 0x22
const backslash = 0x5c
