import { isAscii } from 'node:buffer'

/**
 * A message without the sound and pictures in it: each text under `data` that could be such is taken out, and the number
 * of bytes that it stands for put in its place. They are most of what flows, and nobody has to look at them.
 */
export const withoutSound = (bytes: Buffer): Buffer => {
  const kept: Buffer[] = []
  let from = 0
  let at = bytes.indexOf(name)
  while (at >= 0) {
    const start = startOfText(bytes, at + name.length)
    const end = start === undefined ? -1 : bytes.indexOf(quote, start)
    if (start !== undefined && end >= 0 && isSound(bytes, start, end)) {
      kept.push(bytes.subarray(from, start - 1), Buffer.from(String(bytesOfSound(end - start))))
      from = end + 1
    }
    at = bytes.indexOf(name, Math.max(end, at) + 1)
  }
  return kept.length === 0 ? bytes : Buffer.concat([...kept, bytes.subarray(from)])
}

/** Of as many letters. */
export const bytesOfSound = (letters: number): number => Math.floor((letters * 3) / 4)

const name = '"data"'
const quote = 0x22
const colon = 0x3a
const backslash = 0x5c

/** Where the letters of a member's text begin; undefined where its value is no text, or the name was one itself. */
const startOfText = (bytes: Buffer, end: number): number | undefined => {
  const at = skipSpace(bytes, end)
  if (bytes[at] !== colon) return undefined
  const value = skipSpace(bytes, at + 1)
  return bytes[value] === quote ? value + 1 : undefined
}

const skipSpace = (bytes: Buffer, start: number): number => {
  let at = start
  while (bytes[at] === 0x20 || bytes[at] === 0x09 || bytes[at] === 0x0a || bytes[at] === 0x0d) at += 1
  return at
}

/** What holds an escape may end elsewhere than at its first quote. Blanks are in no sound: words go through the search. */
const isSound = (bytes: Buffer, start: number, end: number): boolean => {
  if (end - start < leastSound) return false
  const letters = bytes.subarray(start, end)
  return !letters.includes(backslash) && !letters.includes(0x20) && isAscii(letters)
}

const leastSound = 64
