import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { filterText, pageOf, pageQuery } from './fields.ts'
import { ownTaskFilters, taskFilters } from './task-filters.ts'
import { medium } from './task-media.ts'

/** Times are seconds. */
const ownTask = z.object({
  id: z.int(),
  task_id: z.string(),
  platform: z.string(),
  action: z.string(),
  /** NOT_START, SUBMITTED, QUEUED, IN_PROGRESS, SUCCESS, FAILURE or UNKNOWN. */
  status: z.string(),
  /** A percentage, such as `40%`. */
  progress: z.string(),
  fail_reason: z.string(),
  /** JSON text: what the upstream answered last. */
  data: z.string(),
  media: z.array(medium),
  quota: z.int(),
  submit_time: z.int(),
  start_time: z.int(),
  finish_time: z.int(),
  created_at: z.int(),
})
const task = z.extend(ownTask, {
  ...{ user_id: z.int(), channel_id: z.int() },
  /** Empty: it is gone; a console that was open before knows of none. */
  channel_name: z.optional(z.string()),
})

const narrower = { platform: filterText, action: filterText }
const ownFilters = z.extend(ownTaskFilters, narrower)
const filters = z.extend(taskFilters, narrower)
export type OwnTask = z.output<typeof ownTask>
export type Task = z.output<typeof task>

export const tasks = {
  list: endpoint({
    method: 'GET',
    path: '/api/task/',
    access: 'admin',
    summary: 'Music tasks of everybody, newest first',
    query: z.intersection(pageQuery, filters),
    data: pageOf(task),
  }),
  listSelf: endpoint({
    method: 'GET',
    path: '/api/task/self',
    access: 'user',
    summary: 'Own music tasks, newest first',
    query: z.intersection(pageQuery, ownFilters),
    data: pageOf(ownTask),
  }),
}
