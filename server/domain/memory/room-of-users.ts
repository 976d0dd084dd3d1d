import type { Database } from '../../db/database.ts'
import { deleteOldestRemembered, sizeOfRemembered } from '../../db/remembered-responses.ts'
import type { Log } from '../../lib/log.ts'
import type { Options } from '../options.ts'

/**
 * Keeps what is remembered for a user within its bound. What it takes is asked of the database now and then, and in
 * between what this node added is added up: several nodes may together go a little over it for a while.
 */
export type RoomOfUsers = {
  /** In bytes. */
  most: () => number
  /** After these were written. */
  taken: (rows: readonly { user_id: number; size: number }[]) => Promise<void>
}

type Known = { total: number; addedSince: number }

/** After so large a part of the bound was added it is asked again what all nodes did. */
const askedAgainAfter = 1 / 16
/** So that not every further answer deletes another one. */
const leftAfterwards = 0.9
const mostUsers = 20_000
const batchSize = 200

export const createRoomOfUsers = ({
  database,
  options,
  log,
}: {
  database: Database
  options: Options
  log: Log
}): RoomOfUsers => {
  const users = new Map<number, Known>()
  const most = (): number => options.get('ResponseMemoryMegabytes') * 1_000_000

  const makeRoom = async (userId: number): Promise<void> => {
    let total = await sizeOfRemembered(database.query, userId)
    let bytes = total > most() ? total - most() * leftAfterwards : 0
    while (bytes > 0) {
      const gone = await deleteOldestRemembered(database.query, { userId, bytes, limit: batchSize })
      if (gone === 0) break
      bytes -= gone
      total -= gone
    }
    const [oldest] = users.keys()
    if (users.size >= mostUsers && oldest !== undefined) users.delete(oldest)
    users.set(userId, { total, addedSince: 0 })
  }

  return {
    most,
    taken: async (rows) => {
      const added = new Map<number, number>()
      for (const { user_id, size } of rows) added.set(user_id, (added.get(user_id) ?? 0) + size)
      for (const [userId, bytes] of added) {
        const known = users.get(userId)
        if (known !== undefined) {
          known.addedSince += bytes
          const { total, addedSince } = known
          if (total + addedSince <= most() && addedSince < most() * askedAgainAfter) continue
        }
        await makeRoom(userId).catch((error: unknown) =>
          log.error('remembered responses could not be kept within their bound yet', { user: userId, error }),
        )
      }
    },
  }
}
