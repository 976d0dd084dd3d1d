import type { Database, Settlement } from '../db/database.ts'
import type { Spool } from '../db/spool.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'

/** Takes finished calls to the database, and when it cannot be reached, to a local spool until it can. */
export type Settlements = {
  /** Resolves once the charge is durable; `stored` is called when it has reached the database. */
  settle: (settlement: Settlement, stored: () => void) => Promise<void>
  /** For how long the database has been out of reach, in milliseconds; 0 when it is well. */
  outageMs: () => number
  /** Sends the spool's charges to the database. */
  replay: () => Promise<void>
  /** Resolves when everything settled so far is stored. */
  drain: () => Promise<void>
}

type SettlementsParts = { database: Database; spool: Spool; clock: Clock; log: Log }

export const createSettlements = ({ database, spool, clock, log }: SettlementsParts): Settlements => {
  let outageSince: number | undefined
  let inFlight = 0
  let idle: (() => void)[] = []
  const spooled = new Map<string, () => void>()

  const done = () => {
    inFlight -= 1
    if (inFlight > 0) return
    for (const resolve of idle) resolve()
    idle = []
  }

  return {
    settle: async (settlement, stored) => {
      inFlight += 1
      try {
        await database.settle([settlement])
        stored()
      } catch (error) {
        outageSince ??= clock.monotonic()
        log.error('a charge goes to the spool: the database did not take it', { error })
        await spool.append(settlement)
        spooled.set(settlement.requestId, stored)
      } finally {
        done()
      }
    },
    outageMs: () => (outageSince === undefined ? 0 : clock.monotonic() - outageSince),
    replay: async () => {
      for (;;) {
        const batch = await spool.read(500)
        if (batch.length === 0) break
        await database.settle(batch)
        await spool.remove(batch)
        for (const { requestId } of batch) {
          spooled.get(requestId)?.()
          spooled.delete(requestId)
        }
      }
      outageSince = undefined
    },
    drain: async () => {
      if (inFlight > 0) await new Promise<void>((resolve) => idle.push(resolve))
    },
  }
}
