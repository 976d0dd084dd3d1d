import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** What places elsewhere sign with. */
export const digests = {
  md5: (text: string): string => createHash('md5').update(text).digest('hex'),
  sha256: (text: string): Uint8Array => createHash('sha256').update(text).digest(),
  hmacSha256: (key: Uint8Array, text: string): string => createHmac('sha256', key).update(text).digest('hex'),
  isSame: (one: string, other: string): boolean => {
    const [left, right] = [Buffer.from(one), Buffer.from(other)]
    return left.length === right.length && timingSafeEqual(left, right)
  },
}
