import { ApplicationError } from '#contract/errors.ts'
import type { Database } from '../../db/database.ts'
import { isDiskFull, isUnavailable } from '../../db/failures.ts'
import type { KnownCharges, Settlement } from '../../db/settling/settlement.ts'
import { createSharedDeadline } from '../../lib/deadline.ts'
import type { Log } from '../../lib/log.ts'
import type { ChargeFate, StoredFate } from './accounts.ts'
import type { ChargeShortage } from './charge-shortage.ts'
import type { KeptCharges } from './kept-charges.ts'

export type Settling = {
  /**
   * Resolves once the charge is durable; `tell` is called when it has reached the database. Rejects when it is durable
   * nowhere and never will be, which is told as well: whoever is refused is not charged later.
   */
  settle: (settlement: Settlement, tell: (fate: ChargeFate) => void) => Promise<void>
  /** Resolves when everything settled so far is durable. */
  drain: () => Promise<void>
}

type Parts = { database: Database; kept: KeptCharges; shortage: ChargeShortage; log: Log }

/** A database that takes longer is treated as out of reach: answers wait for their charge to be durable somewhere. */
const longestCommitMs = 3000

/** Takes one charge to the database, and elsewhere where that does not take it in time. */
export const createSettling = ({ database, kept, shortage, log }: Parts): Settling => {
  const withinDeadline = createSharedDeadline(longestCommitMs, tookTooLong)
  let inFlight = 0
  let idle: (() => void)[] = []

  const end = () => {
    inFlight -= 1
    if (inFlight > 0) return
    for (const resolve of idle) resolve()
    idle = []
  }

  const settle: Settling['settle'] = (settlement, tell) =>
    new Promise((resolve, reject) => {
      const durable = () => {
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
      const lost = (error: unknown) => {
        kept.takeStored(settlement.requestId)
        tellOnce('dropped')
        end()
        reject(error)
      }
      const keepElsewhere = (error: unknown) => {
        if (isUnavailable(error)) shortage.goAway()
        shortage.sayOnceAMinute('charges go to the spool: the database did not take one', { error })
        if (isDiskFull(error)) shortage.runShort(error)
        return kept.keep(settlement, tellOnce)
      }
      inFlight += 1
      if (shortage.isAway()) {
        kept.keep(settlement, tellOnce).then(durable, lost)
        return
      }
      const taken = database.settle([settlement]).then((known) => tellOnce(storedFateOf(known)))
      withinDeadline(taken, durable, (error: unknown) => {
        keepElsewhere(error).then(durable, (failure: unknown) => {
          // The database may be at it still: nobody is refused what he is charged for.
          taken.then(
            () => {
              kept.takeStored(settlement.requestId)
              durable()
            },
            () => lost(failure),
          )
        })
      })
    })

  return {
    settle,
    drain: async () => {
      if (inFlight > 0) await new Promise<void>((resolve) => idle.push(resolve))
    },
  }
}

export const storedFateOf = (known: KnownCharges): StoredFate => (known.length === 0 ? 'stored' : 'known')

const tookTooLong = () =>
  new ApplicationError('storage_unavailable', {}, new Error('the database did not take a charge in time'))
