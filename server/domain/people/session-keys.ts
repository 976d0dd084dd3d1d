import { deflateRawSync, inflateRawSync } from 'node:zlib'
import * as z from 'zod/mini'
import { type Clock, nowSeconds } from '../../lib/clock.ts'
import type { Vault } from '../../lib/vault.ts'

const order = z.object({
  /** What else is sealed here is none of these. */
  purpose: z.literal('session key'),
  tokenId: z.int(),
  pinnedChannel: z.optional(z.int()),
  expiresAt: z.int(),
  wish: z.object({
    model: z.optional(z.string()),
    isTranscription: z.boolean(),
    opening: z.object({ type: z.string(), session: z.record(z.string(), z.unknown()) }),
  }),
})

/** Whose token it stands for, until when it opens sessions, and of which kind. */
type SessionKey = Omit<z.output<typeof order>, 'purpose'>

/** Keys for browsers, which open sessions of one kind for a while. Each says itself what it is: nothing of it is kept. */
export type SessionKeys = {
  /** Undefined where there is more to say than a key, which travels in a header, has room for. */
  make: (key: SessionKey) => string | undefined
  /** Undefined where the text is none, 'expired' where it was one. */
  read: (text: string) => SessionKey | 'expired' | undefined
}

const mark = 'ek_'
const longestPacked = 5000
const longestKey = 2 * longestPacked

export const isSessionKey = (text: string): boolean => text.startsWith(mark)

export const createSessionKeys = ({ vault, clock }: { vault: Vault; clock: Clock }): SessionKeys => ({
  make: (key) => {
    const packed = deflateRawSync(JSON.stringify({ purpose: 'session key', ...key })).toString('base64')
    return packed.length > longestPacked ? undefined : mark + vault.seal(packed)
  },
  read: (text) => {
    if (text.length > longestKey) return undefined
    const key = opened(vault, text.slice(mark.length))
    return key !== undefined && key.expiresAt < nowSeconds(clock) ? 'expired' : key
  },
})

/** Whoever brings something else than a key has none. */
const opened = (vault: Vault, sealed: string): SessionKey | undefined => {
  try {
    return order.parse(JSON.parse(inflateRawSync(Buffer.from(vault.open(sealed), 'base64')).toString()))
  } catch {
    return undefined
  }
}
