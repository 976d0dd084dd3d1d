import { ApplicationError } from '#contract/errors.ts'
import { listChannelIds } from '../../db/channels.ts'
import type { Database, OpenTransaction } from '../../db/database.ts'
import type { ChannelPool } from './channel-pool.ts'

type Find = (transaction: OpenTransaction) => Promise<number[]>
type Act = (transaction: OpenTransaction, ids: readonly number[]) => Promise<void>

/**
 * Finds the channels, acts on them and writes that down, in one transaction; the relay goes by it at once. Answers how
 * many there were.
 */
export const actingOnChannels =
  ({ pool, database }: { pool: ChannelPool; database: Database }) =>
  async (find: Find, act: Act): Promise<number> => {
    const ids = await database.transaction(async (transaction) => {
      const found = await find(transaction)
      if (found.length > 0) await act(transaction, found)
      return found
    })
    await pool.refresh(ids)
    return ids.length
  }

export const channelsOfTag =
  (tag: string): Find =>
  async (transaction) => {
    const ids = await listChannelIds(transaction, { tag })
    if (ids.length === 0) throw new ApplicationError('channel_tag_missing', { tag })
    return ids
  }
