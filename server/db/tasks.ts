import type { Executor } from './database.ts'
import { oneOf } from './engine-sql.ts'
import type { NewTask, TaskChange, TaskRow } from './schema.ts'

/** False where the user has this very task already. */
export const insertTask = async (executor: Executor, row: NewTask): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await executor
    .insertInto('tasks')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'channel_id', 'platform', 'action', 'task_id']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Writes many down; of one that is there and open its terms are what is new. */
export const keepTasks = async (executor: Executor, rows: readonly NewTask[]): Promise<void> => {
  await executor
    .insertInto('tasks')
    .values([...rows])
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'channel_id', 'platform', 'action', 'task_id'])
        .doUpdateSet((eb) => ({ terms: eb.ref('excluded.terms') }))
        .where('tasks.is_open', '=', 1),
    )
    .execute()
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

/** Whether a user's task that is not over was made of something, by what it says of it. */
export const isAskedInOpenTask = async (executor: Executor, userId: number, text: string): Promise<boolean> => {
  const row = await executor
    .selectFrom('tasks')
    .select('id')
    .where('user_id', '=', userId)
    .where('is_open', '=', 1)
    .where('asked', 'like', `%"${text}"%`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
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

/** Nothing is left to do for one that nobody asks for any more. */
export const forgetTask = async (executor: Executor, id: number): Promise<void> => {
  await executor.deleteFrom('tasks').where('id', '=', id).where('is_open', '=', 0).execute()
}
