import { crc32 } from 'node:zlib'

/** Up to so many letters a loop here is quicker than the way to the platform's own sum. */
const mostShort = 48

/**
 * Some fifty bits that stand for texts in their order; the same on every machine. Quick, and no secret: of two texts one
 * can be made that has the digest of the other.
 */
export const textDigest = (texts: readonly string[]): number => {
  let low = 0x811c9dc5
  let high = 0x9dc5811c
  for (const text of texts) {
    if (text.length > mostShort) {
      const sum = crc32(text)
      low = Math.imul(low ^ sum, 0x01000193)
      high = Math.imul(stirred(high ^ sum) ^ text.length, 0x5bd1e995)
    } else {
      for (let at = 0; at < text.length; at += 1) {
        const unit = text.charCodeAt(at)
        low = Math.imul(low ^ unit, 0x01000193)
        high = Math.imul(high ^ unit, 0x5bd1e995)
      }
    }
    // No letter: what ends here does not begin the next text.
    low = Math.imul(low ^ 0x10000, 0x01000193)
    high = Math.imul(high ^ 0x10000, 0x5bd1e995)
  }
  return (stirred(high ^ (low >>> 13)) & 0x1fffff) * 2 ** 32 + (stirred(low) >>> 0)
}

/** A number from 0 up to 1 for a digest and what stands beside it: of each pair another one. */
export const digestShare = (digest: number, beside: number): number => {
  const high = Math.floor(digest / 2 ** 32)
  return (stirred(digest ^ stirred(beside + Math.imul(high, 0x9e3779b1))) >>> 0) / 2 ** 32
}

/** Every bit of the number becomes a part of all of them. */
const stirred = (number: number): number => {
  let mixed = Math.imul(number ^ (number >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}
