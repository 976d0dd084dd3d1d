import { ApplicationError } from '#contract/errors.ts'
import type { Database, Settlement } from '../db/database.ts'
import { isUnavailable } from '../db/failures.ts'
import type { Spool } from '../db/spool.ts'
import type { Clock } from '../lib/clock.ts'
import { createSharedDeadline } from '../lib/deadline.ts'
import type { Log } from '../lib/log.ts'
import type { Accounts } from './accounts.ts'

/** Takes finished calls to the database, and while it cannot be reached, to a local spool. */
export type Settlements = {
  /** Resolves once the charge is durable; `stored` is called when it has reached the database. */
  settle: (settlement: Settlement, stored: () => void) => Promise<void>
  /** For how long the database has been out of reach, in milliseconds; 0 when it is well. */
  outageMs: () => number
  /** Sends the spool's charges to the database and ends the outage; rejects while the database is out of reach. */
  replay: () => Promise<void>
  /** Resolves when everything settled so far is durable. */
  drain: () => Promise<void>
}

type SettlementsParts = {
  database: Database
  spool: Spool
  /** Told of charges that an earlier process left behind, once they are stored. */
  accounts: Pick<Accounts, 'forgetUser' | 'forgetToken'>
  clock: Clock
  log: Log
}

/** A database that takes longer is treated as out of reach: answers wait for their charge to be durable somewhere. */
const longestCommitMs = 3000
const batchSize = 500

export const createSettlements = ({ database, spool, accounts, clock, log }: SettlementsParts): Settlements => {
  const withinDeadline = createSharedDeadline(longestCommitMs, tookTooLong)
  let outageSince: number | undefined
  let inFlight = 0
  let idle: (() => void)[] = []
  /** What to call for charges of this process that the database does not have yet. */
  const unstored = new Map<string, () => void>()
  /** Charges that even the spool did not take. */
  const unkept = new Map<string, Settlement>()
  /** Charges that the database took for a mistake: they stay in the spool, and are spoken of once. */
  const refused = new Set<string>()

  const keep = async (settlement: Settlement, stored: () => void) => {
    unstored.set(settlement.requestId, stored)
    try {
      await spool.append(settlement)
    } catch (error) {
      unkept.set(settlement.requestId, settlement)
      log.error('a charge is kept in memory only: the spool did not take it', { error })
      throw error
    }
  }

  const end = () => {
    inFlight -= 1
    if (inFlight > 0) return
    for (const resolve of idle) resolve()
    idle = []
  }

  const settle = (settlement: Settlement, tellStored: () => void): Promise<void> =>
    new Promise((resolve, reject) => {
      const kept = () => {
        end()
        resolve()
      }
      const lost = (error: unknown) => {
        end()
        reject(error)
      }
      /** From the database, or from the spool when the database took too long: once. */
      let isTold = false
      const stored = () => {
        if (isTold) return
        isTold = true
        try {
          tellStored()
        } catch (error) {
          log.error('a charge is stored, but what follows from it failed', { error })
        }
      }
      const keepElsewhere = (error: unknown) => {
        if (isUnavailable(error)) outageSince ??= clock.monotonic()
        log.error('a charge goes to the spool: the database did not take it', { error })
        return keep(settlement, stored)
      }
      inFlight += 1
      if (outageSince !== undefined) {
        keep(settlement, stored).then(kept, lost)
        return
      }
      withinDeadline(database.settleSoon(settlement, { stored, refused: keepElsewhere }), kept, (error: unknown) => {
        keepElsewhere(error).then(kept, lost)
      })
    })

  /** Answers those that the database has now. */
  const send = async (settlements: readonly Settlement[]): Promise<Settlement[]> => {
    // One by one, so that one that is refused keeps back no other; the database commits them together all the same.
    const outcomes = await Promise.allSettled(settlements.map((settlement) => database.settle([settlement])))
    const away = outcomes.find((outcome) => outcome.status === 'rejected' && isUnavailable(outcome.reason))
    if (away?.status === 'rejected') throw away.reason
    return settlements.filter((settlement, index) => {
      const outcome = outcomes[index]
      if (outcome?.status === 'fulfilled') return true
      if (!refused.has(settlement.requestId)) {
        refused.add(settlement.requestId)
        log.error('the database refuses a charge in the spool', { ...settlement, error: outcome?.reason })
      }
      return false
    })
  }

  const finish = ({ requestId, userId, tokenId }: Settlement) => {
    const stored = unstored.get(requestId)
    unstored.delete(requestId)
    if (stored !== undefined) {
      stored()
      return
    }
    accounts.forgetUser(userId)
    if (tokenId > 0) accounts.forgetToken(tokenId)
  }

  return {
    settle,
    outageMs: () => (outageSince === undefined ? 0 : clock.monotonic() - outageSince),
    replay: async () => {
      if (outageSince !== undefined) await database.ping()
      for (const settlement of await send([...unkept.values()])) {
        unkept.delete(settlement.requestId)
        finish(settlement)
      }
      for (;;) {
        const batch = await spool.read(batchSize)
        const sent = await send(batch)
        await spool.remove(sent)
        for (const settlement of sent) finish(settlement)
        if (sent.length < batchSize) break
      }
      outageSince = undefined
    },
    drain: async () => {
      if (inFlight > 0) await new Promise<void>((resolve) => idle.push(resolve))
    },
  }
}

const tookTooLong = () =>
  new ApplicationError('storage_unavailable', {}, new Error('the database did not take a charge in time'))
