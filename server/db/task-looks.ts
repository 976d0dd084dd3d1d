import { sql } from 'kysely'
import type { Executor } from './database.ts'
import { isPostgres, oneOf } from './engine-sql.ts'
import type { TaskChange, TaskRow } from './schema.ts'
import { isOver } from './set-times.ts'

/** How far ahead anybody puts the time of the next look. */
export const longestWaitSeconds = 600

/** As much of a task as a look at it needs: not what it is charged by, nor what was asked for. */
const lookedAt = [
  'id',
  'platform',
  'task_id',
  'channel_id',
  'key_place',
  'is_open',
  'misses',
  'submit_time',
  'status',
  'progress',
  'fail_reason',
  'data',
  'start_time',
  'finish_time',
  'due_at',
] as const

export type DueTaskRow = Pick<TaskRow, (typeof lookedAt)[number]>

/** Takes those that wait for a look, the ones that waited longest first: nobody else gets them before `until`. */
export const claimDueTasks = async (
  executor: Executor,
  { now, until, limit }: { now: number; until: number; limit: number },
): Promise<DueTaskRow[]> => {
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
      .returning(lookedAt)
      .execute()
  )
}

/** In the place of a channel where the gateway does the work itself. */
export const ourselves = 0

/** Takes these, though their time has not come; what its upstream had no word of is left alone for as long as that says. */
export const claimOpenTasks = async (
  executor: Executor,
  ids: readonly number[],
  until: number,
): Promise<DueTaskRow[]> =>
  executor
    .updateTable('tasks')
    .set({ due_at: until })
    .where(oneOf(executor, 'id', ids))
    .where('is_open', '=', 1)
    .where('misses', '=', 0)
    .where('channel_id', '<>', ourselves)
    .returning(lookedAt)
    .execute()

/** What a look at a task changes of it. */
const learned = {
  due_at: 'bigint',
  misses: 'bigint',
  status: 'text',
  progress: 'text',
  fail_reason: 'text',
  data: 'text',
  start_time: 'bigint',
  finish_time: 'bigint',
} as const

export type LookedTask = Pick<TaskRow, 'id' | keyof typeof learned>

/** Many in one statement. What has come to its end in between stays as it is. */
export const noteLooks = async (executor: Executor, looked: readonly LookedTask[]): Promise<void> => {
  const columns = Object.entries(learned)
  const rows = JSON.stringify(looked)
  const listed = isPostgres(executor)
    ? sql`json_to_recordset(cast(${rows} as json)) as looked (id bigint, ${sql.raw(columns.map(([name, type]) => `${name} ${type}`).join(', '))})`
    : sql`(select value ->> 'id' as id, ${sql.raw(columns.map(([name]) => `value ->> '${name}' as ${name}`).join(', '))} from json_each(${rows})) as looked`
  const changes = sql.raw(columns.map(([name]) => `${name} = looked.${name}`).join(', '))
  await sql`update tasks set ${changes} from ${listed} where tasks.id = looked.id and tasks.is_open = 1`.execute(
    executor,
  )
}

/** Whoever is at it goes on, and tells how far it has come; its status, undefined where it is over. */
export const holdOpenTask = async (
  executor: Executor,
  id: number,
  held: Pick<TaskChange, 'due_at' | 'progress' | 'data'>,
): Promise<string | undefined> => {
  const row = await executor
    .updateTable('tasks')
    .set(held)
    .where('id', '=', id)
    .where('is_open', '=', 1)
    .returning('status')
    .executeTakeFirst()
  return row?.status
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
