import type { TaskRow } from '../db/schema.ts'
import { listTasks, type TaskSearch } from '../db/task-lists.ts'
import type { ControlPlane } from './control-plane.ts'

/** As the lists of work that finishes later are asked for; times are seconds. */
export type TaskListQuery = Record<'task_id' | 'status', string> & {
  action?: string
  model?: string
  start_timestamp: number
  end_timestamp: number
  channel_id?: number
}

export const taskSearchOf = (query: TaskListQuery, platforms: readonly string[]): TaskSearch => ({
  platforms,
  channelId: query.channel_id ?? 0,
  taskId: query.task_id,
  action: query.action ?? '',
  model: query.model ?? '',
  statuses: statusesIn(query.status),
  start: query.start_timestamp * 1000,
  // The whole of the last second.
  end: query.end_timestamp === 0 ? 0 : query.end_timestamp * 1000 + 999,
})

export const statusesIn = (status: string): string[] => (status === '' ? [] : [status])

/** A page of tasks; what of it is not finished is looked at more often for as long as somebody sees it. */
export const readTaskPage = async (
  { database, domain }: Pick<ControlPlane, 'database' | 'domain'>,
  page: { page: number; pageSize: number },
  search: TaskSearch,
): Promise<{ items: TaskRow[]; total: number }> => {
  const found = await listTasks(database.query, page, search)
  domain.tasks.watch(found.items.filter((row) => row.is_open === 1).map(({ id }) => id))
  return found
}
