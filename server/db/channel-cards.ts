import type { Executor } from './database.ts'
import type { ChannelCardRow } from './schema.ts'

export const findChannelCard = (executor: Executor, channelId: number): Promise<ChannelCardRow | undefined> =>
  executor.selectFrom('channel_cards').selectAll().where('channel_id', '=', channelId).executeTakeFirst()

/** A channel has one: a later one takes the place of the earlier. */
export const keepChannelCard = async (executor: Executor, row: ChannelCardRow): Promise<void> => {
  const { channel_id, ...rest } = row
  await executor
    .insertInto('channel_cards')
    .values({ channel_id, ...rest })
    .onConflict((conflict) => conflict.column('channel_id').doUpdateSet(rest))
    .execute()
}
