import type { TaskFilters } from '#contract/tasks.ts'
import type { Executor } from './database.ts'
import type { SongRow } from './schema.ts'

/** Whose tasks, and which of them; undefined is everybody. */
type SongSearch = TaskFilters & { userId?: number | undefined }

/** A page of music tasks, newest first, with the exact total. */
export const listSongs = async (
  executor: Executor,
  { page, pageSize }: { page: number; pageSize: number },
  search: SongSearch = {},
): Promise<{ items: SongRow[]; total: number }> => {
  const { userId, channel_id: channel = 0, start_timestamp: start = 0, end_timestamp: end = 0 } = search
  const { task_id: id = '', platform = '', action = '', status = '' } = search
  const matching = executor
    .selectFrom('songs')
    .$if(userId !== undefined, (rows) => rows.where('user_id', '=', userId ?? 0))
    .$if(channel !== 0, (rows) => rows.where('channel_id', '=', channel))
    .$if(id !== '', (rows) => rows.where('task_id', '=', id))
    .$if(platform !== '', (rows) => rows.where('platform', '=', platform))
    .$if(action !== '', (rows) => rows.where('action', '=', action))
    .$if(status !== '', (rows) => rows.where('status', '=', status))
    .$if(start !== 0, (rows) => rows.where('submit_time', '>=', start))
    .$if(end !== 0, (rows) => rows.where('submit_time', '<=', end))
  const items = await matching
    .selectAll()
    .orderBy('submit_time', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { items, total }
}
