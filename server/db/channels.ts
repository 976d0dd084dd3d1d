import type { Executor, OpenTransaction } from './database.ts'
import type { ChannelChange, ChannelRow, NewChannel } from './schema.ts'
import { contains, listHas } from './text-match.ts'

type ChannelOrder = { idSort: boolean }

export type ChannelSearch = ChannelOrder & {
  /** A channel's id, a part of its name, or, as `keyHash`, its exact key. */
  keyword: string
  keyHash: string
  model: string
  group: string
  tag?: string
}

/** Answers the new channel's id. */
export const insertChannel = async (executor: Executor, row: NewChannel): Promise<number> => {
  const { id } = await executor.insertInto('channels').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export const findChannel = (executor: Executor, id: number): Promise<ChannelRow | undefined> =>
  executor.selectFrom('channels').selectAll().where('id', '=', id).executeTakeFirst()

export const listAllChannels = (executor: Executor): Promise<ChannelRow[]> =>
  executor.selectFrom('channels').selectAll().orderBy('id').execute()

/** A page of all channels, highest priority first, or newest first. */
export const listChannels = async (
  executor: Executor,
  { page, pageSize, idSort }: ChannelOrder & { page: number; pageSize: number },
): Promise<{ items: ChannelRow[]; total: number }> => {
  const items = await ordered(executor, idSort)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const { total } = await executor
    .selectFrom('channels')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { items, total }
}

/** Channels that match everything that is not empty, in the order of the list. */
export const searchChannels = (executor: Executor, search: ChannelSearch): Promise<ChannelRow[]> => {
  const { keyword, keyHash, model, group, tag = '' } = search
  return ordered(executor, search.idSort)
    .$if(keyword !== '', (channels) =>
      channels.where((eb) =>
        eb.or([
          contains(eb.ref('name'), keyword),
          eb('key_hash', '=', keyHash),
          ...(/^\d{1,15}$/.test(keyword) ? [eb('id', '=', Number(keyword))] : []),
        ]),
      ),
    )
    .$if(model !== '', (channels) => channels.where((eb) => contains(eb.ref('models'), model)))
    .$if(group !== '', (channels) => channels.where((eb) => listHas(eb.ref('group'), group)))
    .$if(tag !== '', (channels) => channels.where('tag', '=', tag))
    .limit(mostFound)
    .execute()
}

export const updateChannel = async (executor: Executor, id: number, change: ChannelChange): Promise<void> => {
  if (Object.keys(change).length === 0) return
  await executor.updateTable('channels').set(change).where('id', '=', id).execute()
}

/** Deletes the channel and what it can serve. */
export const deleteChannel = async (transaction: OpenTransaction, id: number): Promise<void> => {
  await transaction.deleteFrom('abilities').where('channel_id', '=', id).execute()
  await transaction.deleteFrom('channels').where('id', '=', id).execute()
}

const mostFound = 1000

const ordered = (executor: Executor, idSort: boolean) => {
  const all = executor.selectFrom('channels').selectAll()
  return (idSort ? all : all.orderBy('priority', 'desc')).orderBy('id', 'desc')
}
