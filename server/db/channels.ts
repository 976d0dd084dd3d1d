import type { Executor, OpenTransaction } from './database.ts'
import { isPostgres } from './engine-sql.ts'
import type { ChannelChange, ChannelRow, NewChannel } from './schema.ts'
import { isOver } from './set-times.ts'

/** Answers the new channel's id. */
export const insertChannel = async (executor: Executor, row: NewChannel): Promise<number> => {
  const { id } = await executor.insertInto('channels').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export const findChannel = (executor: Executor, id: number): Promise<ChannelRow | undefined> =>
  executor.selectFrom('channels').selectAll().where('id', '=', id).executeTakeFirst()

/** Those of the channels that there are, by id. */
export const findChannels = async (executor: Executor, ids: readonly number[]): Promise<ChannelRow[]> => {
  const found = await Promise.all(
    portions(ids).map((portion) => executor.selectFrom('channels').selectAll().where('id', 'in', portion).execute()),
  )
  return found.flat().sort((a, b) => a.id - b.id)
}

/** The same; nobody else changes them before the transaction is over. */
export const lockChannels = async (transaction: OpenTransaction, ids: readonly number[]): Promise<ChannelRow[]> => {
  const rows: ChannelRow[] = []
  // By id, so that two who want the same ones wait for each other instead of for ever.
  for (const portion of portions([...new Set(ids)].sort((a, b) => a - b))) {
    const found = await transaction
      .selectFrom('channels')
      .selectAll()
      .where('id', 'in', portion)
      .orderBy('id')
      .$if(isPostgres(transaction), (channels) => channels.forUpdate())
      .execute()
    rows.push(...found)
  }
  return rows
}

/** All channels with the tag; nobody else changes them before the transaction is over. */
export const lockTaggedChannels = (transaction: OpenTransaction, tag: string): Promise<ChannelRow[]> =>
  taggedChannels(transaction, tag)
    .$if(isPostgres(transaction), (channels) => channels.forUpdate())
    .execute()

export const listTaggedChannels = (executor: Executor, tag: string): Promise<ChannelRow[]> =>
  taggedChannels(executor, tag).execute()

const taggedChannels = (executor: Executor, tag: string) =>
  executor.selectFrom('channels').selectAll().where('tag', '=', tag).orderBy('id')

export const listAllChannels = (executor: Executor): Promise<ChannelRow[]> =>
  executor.selectFrom('channels').selectAll().orderBy('id').execute()

/** What narrows a set of channels: all that is given. */
/** Not tested since `due`. */
type TestDue = { due: number; now: number }

type ChannelSet = { tag?: string; statuses?: readonly number[]; ids?: readonly number[]; testedBefore?: TestDue }

export const listChannelIds = async (
  executor: Executor,
  { tag, statuses, ids, testedBefore }: ChannelSet = {},
): Promise<number[]> => {
  const rows = await executor
    .selectFrom('channels')
    .select('id')
    .$if(tag !== undefined, (channels) => channels.where('tag', '=', tag ?? ''))
    .$if(statuses !== undefined, (channels) => channels.where('status', 'in', statuses ?? []))
    .$if(testedBefore !== undefined, (channels) => channels.where(isTestDue(testedBefore)))
    .$if(ids !== undefined, (channels) => channels.where('id', 'in', ids ?? []))
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

export const updateChannel = async (executor: Executor, id: number, change: ChannelChange): Promise<void> => {
  await updateChannels(executor, [id], change)
}

/** The same change on many, a portion at a time: engines limit how many values a statement may have. */
export const updateChannels = async (
  executor: Executor,
  ids: readonly number[],
  change: ChannelChange,
): Promise<void> => {
  if (Object.keys(change).length === 0) return
  for (const portion of portions(ids)) {
    await executor.updateTable('channels').set(change).where('id', 'in', portion).execute()
  }
}

/** Only where the channel is still as it was read; answers whether it was. */
export const updateUnchangedChannel = async (
  executor: Executor,
  { id, status, key_sealed, key_states }: Pick<ChannelRow, 'id' | 'status' | 'key_sealed' | 'key_states'>,
  change: ChannelChange,
): Promise<boolean> => {
  const { numUpdatedRows } = await executor
    .updateTable('channels')
    .set(change)
    .where('id', '=', id)
    .where('status', '=', status)
    .where('key_sealed', '=', key_sealed)
    .where('key_states', '=', key_states)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const deleteChannels = async (transaction: OpenTransaction, ids: readonly number[]): Promise<void> => {
  for (const portion of portions(ids)) {
    await transaction.deleteFrom('channels').where('id', 'in', portion).execute()
  }
}

/**
 * Takes it on to test a channel that nobody has tested since `due`: of several that ask at once, also on other nodes,
 * one is answered that it is his.
 */
export const claimTest = async (executor: Executor, id: number, claim: TestDue): Promise<boolean> => {
  const { numUpdatedRows } = await executor
    .updateTable('channels')
    .set({ test_time: claim.now })
    .where('id', '=', id)
    .where(isTestDue(claim))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const isTestDue = ({ due, now }: TestDue = { due: 0, now: 0 }) => isOver('test_time', { until: due, now })

const idsAtOnce = 500

const portions = (ids: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(ids.length / idsAtOnce) }, (_, index) =>
    ids.slice(index * idsAtOnce, (index + 1) * idsAtOnce),
  )
