import { ApplicationError } from '#contract/errors.ts'
import type { Database } from '../../db/database.ts'
import { isUnavailable } from '../../db/failures.ts'
import type { Settlement } from '../../db/settling/settlement.ts'
import type { Reserve } from '../../db/sqlite/reserve.ts'
import type { Spool } from '../../db/sqlite/spool.ts'
import type { Log } from '../../lib/log.ts'
import { type Accounts, forgetCharged, type StoredFate } from './accounts.ts'
import type { ChargeShortage } from './charge-shortage.ts'
import type { KeptCharges } from './kept-charges.ts'
import { chargeRemainders } from './remaining-charges.ts'
import { storedFateOf } from './settle-charge.ts'

type Parts = {
  database: Database
  spool: Spool
  reserve: Reserve
  kept: KeptCharges
  shortage: ChargeShortage
  accounts: Pick<Accounts, 'forgetUser' | 'forgetToken'>
  log: Log
}

type Sent = { settlement: Settlement; fate: StoredFate }

const settlementOf = ({ settlement }: Sent): Settlement => settlement

const batchSize = 500

/** Sends what was kept elsewhere to the database, and ends the outage and the shortage where it all got there. */
export const createReplay = (parts: Parts): (() => Promise<void>) => {
  const { database, spool, reserve, kept, shortage, accounts, log } = parts
  /** Charges that the database took for a mistake: they stay in the spool, and are spoken of once. */
  const refused = new Set<string>()

  /** Answers those that the database has now, and tells what became of them. */
  const send = async (settlements: readonly Settlement[]): Promise<Sent[]> => {
    // One by one, so that one that is refused keeps back no other; the database commits them together all the same.
    const outcomes = await Promise.allSettled(settlements.map((settlement) => database.settle([settlement])))
    const away = outcomes.find((outcome) => outcome.status === 'rejected' && isUnavailable(outcome.reason))
    if (away?.status === 'rejected') throw away.reason
    return settlements.flatMap((settlement, index) => {
      const outcome = outcomes[index]
      if (outcome?.status === 'fulfilled') return { settlement, fate: storedFateOf(outcome.value) }
      if (!refused.has(settlement.requestId)) {
        refused.add(settlement.requestId)
        log.error('the database refuses a charge in the spool', { ...settlement, error: outcome?.reason })
      }
      return []
    })
  }

  const finish = ({ settlement, fate }: Sent) => {
    const stored = kept.takeStored(settlement.requestId)
    if (stored !== undefined) stored(fate)
    else forgetCharged(accounts, settlement)
  }

  const sendUnspooled = async (): Promise<void> => {
    const unspooled = kept.unspooled()
    if (unspooled.length === 0) return
    const sent = await send(unspooled)
    for (const one of sent) {
      kept.forget(one.settlement.requestId)
      finish(one)
    }
    await chargeRemainders({ database, accounts }, sent.map(settlementOf))
    await kept.clearReserve()
  }

  const sendSpooled = async (): Promise<void> => {
    for (;;) {
      const batch = await spool.read(batchSize)
      const sent = await send(batch)
      const stored = sent.map(settlementOf)
      await spool.remove(stored)
      for (const one of sent) finish(one)
      await chargeRemainders({ database, accounts }, stored)
      if (sent.length < batchSize) break
    }
  }

  return async () => {
    const before = shortage.count()
    if (shortage.isAway()) await database.ping()
    if (shortage.isShort() && !(await reserve.hasRoom())) {
      throw new ApplicationError('storage_unavailable', {}, new Error('the disk has no room'))
    }
    await sendUnspooled()
    await sendSpooled()
    shortage.comeBack()
    if (shortage.isShort() && shortage.count() === before) shortage.end()
  }
}
