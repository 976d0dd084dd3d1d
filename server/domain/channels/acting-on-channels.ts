import { ApplicationError } from '#contract/errors.ts'
import { lockTaggedChannels } from '../../db/channels.ts'
import type { Database, OpenTransaction } from '../../db/database.ts'
import type { ChannelRow } from '../../db/schema.ts'
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

/** The channels of a tag, which nobody else changes before the transaction is over. */
export const lockedByTag = async (transaction: OpenTransaction, tag: string): Promise<ChannelRow[]> => {
  const rows = await lockTaggedChannels(transaction, tag)
  if (rows.length === 0) throw new ApplicationError('channel_tag_missing', { tag })
  return rows
}
