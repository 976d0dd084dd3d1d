import type { Settlement } from '../../db/settling/settlement.ts'
import type { Reserve } from '../../db/sqlite/reserve.ts'
import type { Spool } from '../../db/sqlite/spool.ts'
import type { StoredFate } from './accounts.ts'
import { type ChargeShortage, comeAgain } from './charge-shortage.ts'

/** What to call once the database has a charge. */
type WhenStored = (fate: StoredFate) => void

/** Charges that the database does not have yet: in the spool, or where that takes none, in the reserve. */
export type KeptCharges = {
  /** Resolves once it is durable; `stored` is kept for when the database has it. */
  keep: (settlement: Settlement, stored: WhenStored) => Promise<void>
  /** What to call for a charge of this process, once: the database has it, or never will. */
  takeStored: (requestId: string) => WhenStored | undefined
  /** Those that the spool did not take: on the disk in the reserve. */
  unspooled: () => readonly Settlement[]
  /** The database has one of these. */
  forget: (requestId: string) => void
  /** Empties the reserve, unless some charge is in it or on its way there. */
  clearReserve: () => Promise<void>
}

export const createKeptCharges = (
  { spool, reserve }: { spool: Spool; reserve: Reserve },
  /** Those in the reserve and on the disk: shared with whoever says how many they are. */
  unspooled: Map<string, Settlement>,
  shortage: ChargeShortage,
): KeptCharges => {
  const unstored = new Map<string, WhenStored>()
  /** Charges on their way into the reserve. */
  let reserving = 0

  const keepInReserve = async (settlement: Settlement): Promise<void> => {
    reserving += 1
    try {
      await reserve.append(settlement)
      unspooled.set(settlement.requestId, settlement)
    } catch (error) {
      shortage.sayOnceAMinute('a charge could be stored nowhere', { requestId: settlement.requestId, error })
      throw comeAgain(error)
    } finally {
      reserving -= 1
    }
  }

  return {
    keep: async (settlement, stored) => {
      unstored.set(settlement.requestId, stored)
      try {
        await spool.append(settlement)
      } catch (error) {
        shortage.runShort(error)
        await keepInReserve(settlement)
      }
    },
    takeStored: (requestId) => {
      const stored = unstored.get(requestId)
      unstored.delete(requestId)
      return stored
    },
    unspooled: () => [...unspooled.values()],
    forget: (requestId) => {
      unspooled.delete(requestId)
    },
    clearReserve: async () => {
      if (unspooled.size === 0 && reserving === 0) await reserve.clear()
    },
  }
}
