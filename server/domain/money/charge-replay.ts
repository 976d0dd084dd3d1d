import { ApplicationError } from '#contract/errors.ts'
import type { Database } from '../../db/database.ts'
import { isUnavailable } from '../../db/failures.ts'
import type { Settlement } from '../../db/settling/settlement.ts'
import type { Reserve } from '../../db/sqlite/reserve.ts'
import type { Spool } from '../../db/sqlite/spool.ts'
import type { Log } from '../../lib/log.ts'
import type { Accounts } from './accounts.ts'
import type { ChargeShortage } from './charge-shortage.ts'
import type { KeptCharges } from './kept-charges.ts'
import { chargeRemainders } from './remaining-charges.ts'

type Parts = {
  database: Database
  spool: Spool
  reserve: Reserve
  kept: KeptCharges
  shortage: ChargeShortage
  accounts: Pick<Accounts, 'forgetUser' | 'forgetToken'>
  log: Log
}

const batchSize = 500

/** Sends what was kept elsewhere to the database, and ends the outage and the shortage where it all got there. */
export const createReplay = (parts: Parts): (() => Promise<void>) => {
  const { database, spool, reserve, kept, shortage, accounts, log } = parts
  /** Charges that the database took for a mistake: they stay in the spool, and are spoken of once. */
  const refused = new Set<string>()

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
    const stored = kept.takeStored(requestId)
    if (stored !== undefined) {
      stored()
      return
    }
    accounts.forgetUser(userId)
    if (tokenId > 0) accounts.forgetToken(tokenId)
  }

  const sendUnspooled = async (): Promise<void> => {
    const unspooled = kept.unspooled()
    if (unspooled.length === 0) return
    const sent = await send(unspooled)
    for (const settlement of sent) {
      kept.forget(settlement.requestId)
      finish(settlement)
    }
    await chargeRemainders({ database, accounts }, sent)
    await kept.clearReserve()
  }

  const sendSpooled = async (): Promise<void> => {
    for (;;) {
      const batch = await spool.read(batchSize)
      const sent = await send(batch)
      await spool.remove(sent)
      for (const settlement of sent) finish(settlement)
      await chargeRemainders({ database, accounts }, sent)
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
