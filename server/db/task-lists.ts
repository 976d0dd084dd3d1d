import { sql } from 'kysely'
import type { Executor } from './database.ts'
import type { TaskRow } from './schema.ts'

/** Whose tasks, and which of them; undefined, empty and zero narrow nothing. Times are milliseconds. */
export type TaskSearch = {
  userId?: number | undefined
  platforms: readonly string[]
  channelId: number
  taskId: string
  action: string
  model: string
  /** One of them. */
  statuses: readonly string[]
  start: number
  end: number
}

/** A page of tasks, newest first, with the exact total. */
export const listTasks = async (
  executor: Executor,
  { page, pageSize }: { page: number; pageSize: number },
  { userId, platforms, channelId, taskId, action, model, statuses, start, end }: TaskSearch,
): Promise<{ items: TaskRow[]; total: number }> => {
  const matching = executor
    .selectFrom('tasks')
    .where('platform', 'in', platforms.length === 0 ? [''] : platforms)
    .$if(userId !== undefined, (rows) => rows.where('user_id', '=', userId ?? 0))
    .$if(channelId !== 0, (rows) => rows.where('channel_id', '=', channelId))
    .$if(taskId !== '', (rows) => rows.where('task_id', '=', taskId))
    .$if(action !== '', (rows) => rows.where('action', '=', action))
    // Its index has only rows that name one.
    .$if(model !== '', (rows) => rows.where('model', '=', model).where('model', '<>', sql.lit('')))
    .$if(statuses.length > 0, (rows) => rows.where('status', 'in', statuses))
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
