import type { Executor } from './database.ts'
import type { TaskRow } from './schema.ts'
import { isOver } from './set-times.ts'

/** A user's task by its upstream's id. */
export type TaskName = { userId: number; platform: string; taskId: string }

type Held = { holder: string; until: number }

/** Writes down what a process has set aside; false where the task is over or another process holds for it. */
export const keepTaskHold = async (
  executor: Executor,
  { userId, platform, taskId }: TaskName,
  { amount, holder, until }: Held & { amount: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await executor
    .updateTable('tasks')
    .set({ held: amount, holder, held_until: until })
    .where('user_id', '=', userId)
    .where('platform', '=', platform)
    .where('task_id', '=', taskId)
    .where('is_open', '=', 1)
    .where('holder', 'in', ['', holder])
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** A process says that it still holds what it held; for which open tasks. */
export const renewTaskHolds = async (executor: Executor, { holder, until }: Held): Promise<TaskName[]> =>
  executor
    .updateTable('tasks')
    .set({ held_until: until })
    .where('is_open', '=', 1)
    .where('held', '>', 0)
    .where('holder', '=', holder)
    .returning(['user_id as userId', 'platform', 'task_id as taskId'])
    .execute()

/** Open tasks for which others held up to a time. */
export const listLeftHolds = (
  executor: Executor,
  { holder, limit, ...time }: { holder: string; until: number; now: number; ahead: number; limit: number },
): Promise<TaskRow[]> =>
  executor
    .selectFrom('tasks')
    .selectAll()
    .where('is_open', '=', 1)
    .where('held', '>', 0)
    .where('holder', '<>', holder)
    .where(isOver('held_until', time))
    .orderBy('held_until')
    .limit(limit)
    .execute()

/** False when another process has taken it over meanwhile, or the task is over. */
export const takeOverTaskHold = async (
  executor: Executor,
  left: Pick<TaskRow, 'id' | 'holder'>,
  { holder, until }: Held,
): Promise<boolean> => {
  const { numUpdatedRows } = await executor
    .updateTable('tasks')
    .set({ holder, held_until: until })
    .where('id', '=', left.id)
    .where('is_open', '=', 1)
    .where('holder', '=', left.holder)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
