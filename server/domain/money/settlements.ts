import type { Database } from '../../db/database.ts'
import { isUnavailable } from '../../db/failures.ts'
import type { Reserve } from '../../db/sqlite/reserve.ts'
import type { Spool } from '../../db/sqlite/spool.ts'
import type { Clock } from '../../lib/clock.ts'
import { withDeadline } from '../../lib/deadline.ts'
import type { Log } from '../../lib/log.ts'
import type { Accounts } from './accounts.ts'
import { createReplay } from './charge-replay.ts'
import { comeAgain, createChargeShortage } from './charge-shortage.ts'
import { createKeptCharges } from './kept-charges.ts'
import { createSettling, type Settling } from './settle-charge.ts'

/** Takes finished calls to the database, and while it cannot be reached, to a local spool. */
export type Settlements = Settling & {
  /** Whether a call that begins now can be charged when it ends. */
  mayBegin: () => boolean
  /** The same where it could not: looks whether it can again, and rejects when it cannot. */
  mayBeginAgain: () => Promise<void>
  /** Looks after all this in the background: stores what waits, and says once a minute when nothing may begin. */
  lookAfter: () => Promise<void>
  /** For how long the database has been out of reach, in milliseconds; 0 when it is well. */
  outageMs: () => number
  /** Sends the spool's charges to the database and ends the outage; rejects while the database is out of reach. */
  replay: () => Promise<void>
}

type SettlementsParts = {
  database: Database
  spool: Spool
  reserve: Reserve
  /** Told of charges that an earlier process left behind, once they are stored. */
  accounts: Pick<Accounts, 'forgetUser' | 'forgetToken'>
  clock: Clock
  log: Log
}

/** Between two looks whether calls may begin again, and how long a call waits for one. */
const betweenLooksMs = 100
const longestLookMs = 500

export const createSettlements = (parts: SettlementsParts): Settlements => {
  const { reserve, clock } = parts
  const unspooled = new Map(reserve.left.map((settlement) => [settlement.requestId, settlement]))
  const shortage = createChargeShortage(parts, () => unspooled.size)
  const kept = createKeptCharges(parts, unspooled, shortage)
  const { settle, drain } = createSettling({ ...parts, kept, shortage })
  const replayOnce = createReplay({ ...parts, kept, shortage })

  let replaying: Promise<void> | undefined
  let lookedAt = Number.NEGATIVE_INFINITY
  const replay = (): Promise<void> => {
    lookedAt = clock.monotonic()
    replaying ??= replayOnce().finally(() => {
      replaying = undefined
    })
    return replaying
  }

  const look = (): Promise<void> => {
    if (replaying !== undefined) return replaying
    if (clock.monotonic() - lookedAt >= betweenLooksMs) return replay()
    return Promise.resolve()
  }

  return {
    settle,
    mayBegin: shortage.mayBegin,
    mayBeginAgain: async () => {
      await withDeadline(look(), longestLookMs, () => undefined).catch(shortage.sayWhetherCallsBegin)
      if (!shortage.mayBegin()) throw comeAgain()
    },
    lookAfter: async () => {
      if (!shortage.isShort() && (await reserve.isShort())) shortage.runShort(new Error('the disk has no room'))
      await replay().catch((error: unknown) => {
        if (!isUnavailable(error)) throw error
        shortage.sayOnceAMinute('charges wait: the database does not take them', { error })
        shortage.sayWhetherCallsBegin(error)
      })
    },
    outageMs: shortage.outageMs,
    replay,
    drain,
  }
}
