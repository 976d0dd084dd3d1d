import type { Executor } from './database.ts'
import { oneOf } from './engine-sql.ts'
import type { NewTask, TaskChange, TaskRow } from './schema.ts'
import { isOver } from './set-times.ts'

/** False where the user has this very task already. */
export const insertTask = async (executor: Executor, row: NewTask): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await executor
    .insertInto('tasks')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'channel_id', 'platform', 'action', 'task_id']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

type Owner = { userId: number; platform: string | readonly string[] }

/** A user's own by their upstreams' ids, newest first: an upstream may go on with one under the same id. */
export const findTasks = async (
  executor: Executor,
  { userId, platform }: Owner,
  taskIds: readonly string[],
): Promise<TaskRow[]> =>
  taskIds.length === 0
    ? []
    : executor
        .selectFrom('tasks')
        .selectAll()
        .where('user_id', '=', userId)
        .where('platform', 'in', [platform].flat())
        .where(oneOf(executor, 'task_id', taskIds))
        .orderBy('id', 'desc')
        .execute()

export const findTaskById = (executor: Executor, id: number): Promise<TaskRow | undefined> =>
  executor.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirst()

/** How far ahead anybody puts the time of the next look. */
export const longestWaitSeconds = 600

/** Takes those that wait for a look, the ones that waited longest first: nobody else gets them before `until`. */
export const claimDueTasks = async (
  executor: Executor,
  { now, until, limit }: { now: number; until: number; limit: number },
): Promise<TaskRow[]> => {
  const isDue = isOver('due_at', { until: now, now, ahead: longestWaitSeconds })
  return (
    executor
      .updateTable('tasks')
      .set({ due_at: until })
      .where('id', 'in', (waiting) =>
        waiting
          .selectFrom('tasks')
          .select('id')
          .where((eb) => eb.or([eb('is_open', '=', 1), eb('owes', '=', 1)]))
          .where(isDue)
          .orderBy('due_at')
          .limit(limit),
      )
      // Asked once more of a row that another node has just taken.
      .where(isDue)
      .returningAll()
      .execute()
  )
}

/** False where it has come to its end already. */
export const changeOpenTask = async (executor: Executor, id: number, change: TaskChange): Promise<boolean> => {
  const { numUpdatedRows } = await executor
    .updateTable('tasks')
    .set(change)
    .where('id', '=', id)
    .where('is_open', '=', 1)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** A user's own, newest first; beyond one of them where it is named. */
export const listOwnTasks = async (
  executor: Executor,
  { userId, platform }: Owner,
  { beyond, limit }: { beyond: { id: number; newer: boolean } | undefined; limit: number },
): Promise<TaskRow[]> => {
  const isNewer = beyond?.newer === true
  const rows = await executor
    .selectFrom('tasks')
    .selectAll()
    .where('user_id', '=', userId)
    .where('platform', 'in', [platform].flat())
    .$if(beyond !== undefined, (all) => all.where('id', isNewer ? '>' : '<', beyond?.id ?? 0))
    .orderBy('id', isNewer ? 'asc' : 'desc')
    .limit(limit)
    .execute()
  return isNewer ? rows.toReversed() : rows
}

/** False where something is left to be done for it. */
export const deleteTask = async (executor: Executor, id: number): Promise<boolean> => {
  const { numDeletedRows } = await executor
    .deleteFrom('tasks')
    .where('id', '=', id)
    .where('is_open', '=', 0)
    .where('owes', '=', 0)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** Nothing is left to do for its charge. */
export const noteSquaredTask = async (executor: Executor, id: number): Promise<void> => {
  await executor.updateTable('tasks').set({ owes: 0 }).where('id', '=', id).execute()
}

/** Lets those of a channel that an upstream speaks of be looked at now; false where there are none. */
export const hastenTasks = async (
  executor: Executor,
  { channelId, platform, taskId, now }: { channelId: number; platform: string; taskId: string; now: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await executor
    .updateTable('tasks')
    .set({ due_at: now })
    .where('channel_id', '=', channelId)
    .where('platform', '=', platform)
    .where('task_id', '=', taskId)
    .where('is_open', '=', 1)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Lets everything be looked at now: of processes that are no more nobody is at it. */
export const releaseTasks = async (executor: Executor, now: number): Promise<void> => {
  await executor
    .updateTable('tasks')
    .set({ due_at: now })
    .where((eb) => eb.or([eb('is_open', '=', 1), eb('owes', '=', 1)]))
    .where('due_at', '>', now)
    .execute()
}
