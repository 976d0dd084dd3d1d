import { ApplicationError } from '#contract/errors.ts'
import type { Database, Settlement } from '../db/database.ts'
import { isDiskFull, isUnavailable } from '../db/failures.ts'
import type { Reserve } from '../db/reserve.ts'
import type { Spool } from '../db/spool.ts'
import type { Clock } from '../lib/clock.ts'
import { createSharedDeadline, withDeadline } from '../lib/deadline.ts'
import type { Log } from '../lib/log.ts'
import type { Accounts, ChargeFate } from './accounts.ts'
import { chargeRests } from './rest-charges.ts'

/** Takes finished calls to the database, and while it cannot be reached, to a local spool. */
export type Settlements = {
  /**
   * Resolves once the charge is durable; `tell` is called when it has reached the database. Rejects when it is durable
   * nowhere and never will be, which is told as well: whoever is refused is not charged later.
   */
  settle: (settlement: Settlement, tell: (fate: ChargeFate) => void) => Promise<void>
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
  /** Resolves when everything settled so far is durable. */
  drain: () => Promise<void>
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

/** A database that takes longer is treated as out of reach: answers wait for their charge to be durable somewhere. */
const longestCommitMs = 3000
const batchSize = 500
/** After this long without a database, calls that would have to be charged later are no longer begun. */
const longestOutageMs = 60_000
/** Between two looks whether calls may begin again, and how long a call waits for one. */
const betweenLooksMs = 100
const longestLookMs = 500
/** What goes on failing is said so often. */
const betweenLinesMs = 60_000
/** When a client may come again. */
const retrySeconds = 5

export const createSettlements = ({
  database,
  spool,
  reserve,
  accounts,
  clock,
  log,
}: SettlementsParts): Settlements => {
  const withinDeadline = createSharedDeadline(longestCommitMs, tookTooLong)
  let outageSince: number | undefined
  let inFlight = 0
  let idle: (() => void)[] = []
  /** What to call for charges of this process that the database does not have yet. */
  const unstored = new Map<string, () => void>()
  /** Charges that the spool did not take: on the disk in the reserve, or where they were before. */
  const unkept = new Map(reserve.left.map((settlement) => [settlement.requestId, settlement]))
  /** Charges on their way into the reserve. */
  let reserving = 0
  /** Since when charges go to the reserve, or would. */
  let shortSince: number | undefined
  /** Counts how often that was found. */
  let shortages = 0
  /** Charges that the database took for a mistake: they stay in the spool, and are spoken of once. */
  const refused = new Set<string>()

  const said = new Map<string, number>()
  const sayOnceAMinute = (message: string, fields: Record<string, unknown>): void => {
    const last = said.get(message)
    if (last !== undefined && clock.monotonic() - last < betweenLinesMs) return
    said.set(message, clock.monotonic())
    log.error(message, fields)
  }

  const mayBegin = () =>
    shortSince === undefined && (outageSince === undefined || clock.monotonic() - outageSince <= longestOutageMs)

  const sayWhetherCallsBegin = (error?: unknown): void => {
    if (!mayBegin())
      sayOnceAMinute('no new call begins: its charge could not be stored', { error, waiting: unkept.size })
  }

  const runShort = (error: unknown): void => {
    shortages += 1
    shortSince ??= clock.monotonic()
    sayWhetherCallsBegin(error)
  }

  /** Where the database did not take it. `isDurable`: it is on the disk already, where it cannot stay for good. */
  const keep = async (settlement: Settlement, stored: () => void, isDurable = false) => {
    unstored.set(settlement.requestId, stored)
    try {
      await spool.append(settlement)
    } catch (error) {
      runShort(error)
      await keepInReserve(settlement, isDurable)
    }
  }

  const keepInReserve = async (settlement: Settlement, isDurable: boolean): Promise<void> => {
    reserving += 1
    try {
      await reserve.append(settlement)
      unkept.set(settlement.requestId, settlement)
    } catch (error) {
      if (isDurable) unkept.set(settlement.requestId, settlement)
      sayOnceAMinute('a charge could be stored nowhere', { requestId: settlement.requestId, error })
      throw new ApplicationError('storage_unavailable', { seconds: retrySeconds }, error)
    } finally {
      reserving -= 1
    }
  }

  const end = () => {
    inFlight -= 1
    if (inFlight > 0) return
    for (const resolve of idle) resolve()
    idle = []
  }

  const settle: Settlements['settle'] = (settlement, tell) =>
    new Promise((resolve, reject) => {
      const kept = () => {
        end()
        resolve()
      }
      /** From the database, or from the spool when the database took too long: once. */
      let isTold = false
      const tellOnce = (fate: ChargeFate) => {
        if (isTold) return
        isTold = true
        try {
          tell(fate)
        } catch (error) {
          log.error(`a charge is ${fate}, but what follows from it failed`, { error })
        }
      }
      const stored = () => tellOnce('stored')
      const lost = (error: unknown) => {
        unstored.delete(settlement.requestId)
        tellOnce('dropped')
        end()
        reject(error)
      }
      const keepElsewhere = (error: unknown, isDurable: boolean) => {
        if (isUnavailable(error)) outageSince ??= clock.monotonic()
        sayOnceAMinute('charges go to the spool: the database did not take one', { error })
        if (isDiskFull(error)) runShort(error)
        return keep(settlement, stored, isDurable)
      }
      inFlight += 1
      if (outageSince !== undefined) {
        keep(settlement, stored).then(kept, lost)
        return
      }
      const refused = (error: unknown) => keepElsewhere(error, true)
      const taken = database.settleSoon(settlement, { stored, refused })
      withinDeadline(taken, kept, (error: unknown) => {
        keepElsewhere(error, false).then(kept, (failure: unknown) => {
          // The database may be at it still: nobody is refused what he is charged for.
          taken.then(
            () => {
              unstored.delete(settlement.requestId)
              kept()
            },
            () => lost(failure),
          )
        })
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

  const sendUnkept = async (): Promise<void> => {
    if (unkept.size === 0) return
    const sent = await send([...unkept.values()])
    for (const settlement of sent) {
      unkept.delete(settlement.requestId)
      finish(settlement)
    }
    await chargeRests({ database, accounts }, sent)
    if (unkept.size === 0 && reserving === 0) await reserve.clear()
  }

  const sendSpooled = async (): Promise<void> => {
    for (;;) {
      const batch = await spool.read(batchSize)
      const sent = await send(batch)
      await spool.remove(sent)
      for (const settlement of sent) finish(settlement)
      await chargeRests({ database, accounts }, sent)
      if (sent.length < batchSize) break
    }
  }

  const replayOnce = async (): Promise<void> => {
    const before = shortages
    if (outageSince !== undefined) await database.ping()
    if (shortSince !== undefined && !(await reserve.hasRoom())) {
      throw new ApplicationError('storage_unavailable', {}, new Error('the disk has no room'))
    }
    await sendUnkept()
    await sendSpooled()
    outageSince = undefined
    if (shortSince === undefined || shortages !== before) return
    shortSince = undefined
    said.clear()
    log.info('charges can be stored again, and new calls begin')
  }

  let replaying: Promise<void> | undefined
  const replay = (): Promise<void> => {
    lookedAt = clock.monotonic()
    replaying ??= replayOnce().finally(() => {
      replaying = undefined
    })
    return replaying
  }

  let lookedAt = Number.NEGATIVE_INFINITY
  const look = (): Promise<void> => {
    if (replaying !== undefined) return replaying
    if (clock.monotonic() - lookedAt >= betweenLooksMs) return replay()
    return Promise.resolve()
  }

  return {
    settle,
    mayBegin,
    mayBeginAgain: async () => {
      await withDeadline(look(), longestLookMs, () => undefined).catch(sayWhetherCallsBegin)
      if (!mayBegin()) throw new ApplicationError('storage_unavailable', { seconds: retrySeconds })
    },
    lookAfter: async () => {
      if (shortSince === undefined && (await reserve.isShort())) runShort(new Error('the disk has no room'))
      await replay().catch((error: unknown) => {
        if (!isUnavailable(error)) throw error
        sayOnceAMinute('charges wait: the database does not take them', { error })
        sayWhetherCallsBegin(error)
      })
    },
    outageMs: () => (outageSince === undefined ? 0 : clock.monotonic() - outageSince),
    replay,
    drain: async () => {
      if (inFlight > 0) await new Promise<void>((resolve) => idle.push(resolve))
    },
  }
}

const tookTooLong = () =>
  new ApplicationError('storage_unavailable', {}, new Error('the database did not take a charge in time'))
