import * as z from 'zod/mini'
import { type Clock, nowSeconds } from '../../lib/clock.ts'
import type { Vault } from '../../lib/vault.ts'
import { openKey, sealKey } from './sealed-key.ts'

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

export const isSessionKey = (text: string): boolean => text.startsWith(mark)

export const createSessionKeys = ({ vault, clock }: { vault: Vault; clock: Clock }): SessionKeys => ({
  make: (key) => sealKey(vault, mark, { purpose: 'session key', ...key }),
  read: (text) => {
    const key = openKey(vault, mark, text, (value) => order.parse(value))
    return key !== undefined && key.expiresAt < nowSeconds(clock) ? 'expired' : key
  },
})
