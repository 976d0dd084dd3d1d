import type { TaskRow } from '../db/schema.ts'
import { listTasks, type TaskSearch } from '../db/task-lists.ts'
import type { ControlPlane } from './control-plane.ts'

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
