import * as z from 'zod/mini'
import type { Database } from '../../db/database.ts'
import { deleteOldest } from '../../db/delete-oldest.ts'
import { giveUseBack, takeUse } from '../../db/live-tokens.ts'
import { type Clock, nowSeconds } from '../../lib/clock.ts'
import { randomBytesText } from '../../lib/identifiers.ts'
import type { Vault } from '../../lib/vault.ts'
import { openKey, sealKey } from './sealed-key.ts'

const purpose = 'live token'

const order = z.object({
  /** What else is sealed here is none of these. */
  purpose: z.literal(purpose),
  id: z.string(),
  tokenId: z.int(),
  pinnedChannel: z.optional(z.int()),
  /** Seconds since 1970: until when its sessions run, and until when it opens such as go on with none. */
  expiresAt: z.int(),
  opensUntil: z.int(),
  /** 0: as many as wanted. */
  uses: z.int(),
  wish: z.object({ setup: z.optional(z.record(z.string(), z.unknown())), mask: z.array(z.string()) }),
})

type LiveToken = Omit<z.output<typeof order>, 'purpose'>

/** Keys for browsers, which open sessions that their first message sets up. Only how often is noted. */
export type LiveTokens = {
  /** Undefined where there is more to say than a key has room for. */
  make: (token: Omit<LiveToken, 'id'>) => string | undefined
  /** Undefined where the text is none, 'expired' where it was one. */
  read: (text: string) => LiveToken | 'expired' | undefined
  /** Whether it may open one more session; that one is then counted. */
  use: (token: LiveToken) => Promise<boolean>
  /** Of a session that did not come about. */
  giveBack: (token: LiveToken) => Promise<void>
  /** Deletes the counts of those that open nothing any more. */
  sweep: () => Promise<void>
}

const mark = 'auth_tokens/'
/** None is good for as long as a day. */
const keptForSeconds = 24 * 3600
const batchSize = 500

export const isLiveToken = (text: string): boolean => text.startsWith(mark)

type Parts = { database: Database; vault: Vault; clock: Clock }

export const createLiveTokens = ({ database: { query }, vault, clock }: Parts): LiveTokens => ({
  make: (token) => sealKey(vault, mark, { purpose, id: randomBytesText(18), ...token }),
  read: (text) => {
    const token = openKey(vault, mark, text, (value) => order.parse(value))
    return token !== undefined && token.expiresAt < nowSeconds(clock) ? 'expired' : token
  },
  use: async ({ id, uses }) => uses === 0 || takeUse(query, { id, most: uses, now: nowSeconds(clock) }),
  giveBack: async ({ id, uses }) => {
    if (uses > 0) await giveUseBack(query, id)
  },
  sweep: async () => {
    const old = { table: 'live_tokens', before: nowSeconds(clock) - keptForSeconds, limit: batchSize } as const
    while ((await deleteOldest(query, old)) >= batchSize);
  },
})
