import { randomBytes } from 'node:crypto'
import type { Clock } from './clock.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** The largest multiple of the alphabet's length that fits a byte; bytes from here on would favour the first letters. */
const fairBytes = 256 - (256 % alphabet.length)

/** `length` letters and digits, each equally likely. */
export const randomKey = (length: number): string => {
  let key = ''
  while (key.length < length) {
    for (const byte of randomBytes(length - key.length + 8)) {
      if (byte < fairBytes && key.length < length) key += alphabet.charAt(byte % alphabet.length)
    }
  }
  return key
}

/** `byteLength` random bytes as base64url text. */
export const randomBytesText = (byteLength: number): string => randomBytes(byteLength).toString('base64url')

export const randomHex = (byteLength: number): string => randomBytes(byteLength).toString('hex')

/** A random number from 0 up to, but not including, 1. */
export const randomFraction = (): number => Number(randomBytes(8).readBigUInt64BE() >> 11n) / 2 ** 53

/**
 * Makes request ids: time, then letters that only this process has, then a counter. They sort by time, which keeps the
 * unique index on them compact, and making one costs no call into the crypto library.
 */
export const createRequestIds = (clock: Clock): (() => string) => {
  const processPart = randomKey(10)
  let count = 0
  let timeOfPrefix = -1
  let prefix = ''
  return () => {
    const time = clock.now()
    if (time !== timeOfPrefix) {
      timeOfPrefix = time
      prefix = Math.max(0, Math.floor(time)).toString(36).padStart(9, '0') + processPart
    }
    count += 1
    return prefix + count.toString(36)
  }
}
