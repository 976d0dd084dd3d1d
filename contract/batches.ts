import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { filterModel, idParams, nothing, pageOf, pageQuery } from './fields.ts'
import { ownTaskFilters, taskFilters } from './task-filters.ts'

/** Times are seconds, amounts quota. */
const ownBatch = z.object({
  id: z.int(),
  task_id: z.string(),
  platform: z.string(),
  model: z.string(),
  /** Of the model's maker, a part of the sprite of marks; empty where there is none. */
  mark: z._default(z.string(), ''),
  token_name: z.string(),
  /** How many calls were handed in, were answered by now, and could not be. */
  lines: z.int(),
  answered: z.int(),
  failed: z.int(),
  /** QUEUED, IN_PROGRESS, SUCCESS or FAILURE. */
  status: z.string(),
  /** A percentage, such as `40%`. */
  progress: z.string(),
  fail_reason: z.string(),
  /** What it was expected to cost at the most; null where each of its calls is held and charged by itself. */
  estimate: z.nullable(z.int()),
  /** The part of the balance that is still set aside for it. */
  held: z.int(),
  /** What it cost; null until that is known. */
  charged: z.nullable(z.int()),
  /** Of the row in the usage log; empty where there is none. */
  request_id: z.string(),
  /** Where its answers are read, an address of our own that is good for an hour at least; empty: nowhere. */
  results: z.string(),
  submit_time: z.int(),
  finish_time: z.int(),
})
const batch = z.extend(ownBatch, {
  ...{ user_id: z.int(), username: z.string(), channel_id: z.int() },
  /** Empty: it is gone, or the gateway itself does it; a console that was open before knows of none. */
  channel_name: z.optional(z.string()),
})

const narrower = { model: filterModel }
const ownFilters = z.extend(ownTaskFilters, narrower)
const filters = z.extend(taskFilters, narrower)
export type OwnBatch = z.output<typeof ownBatch>
export type Batch = z.output<typeof batch>

export const batches = {
  list: endpoint({
    method: 'GET',
    path: '/api/batch/',
    access: 'admin',
    summary: 'Batches of everybody, newest first',
    query: z.intersection(pageQuery, filters),
    data: pageOf(batch),
  }),
  listSelf: endpoint({
    method: 'GET',
    path: '/api/batch/self',
    access: 'user',
    summary: 'Own batches, newest first',
    query: z.intersection(pageQuery, ownFilters),
    data: pageOf(ownBatch),
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/batch/:id/cancel',
    access: 'user',
    summary: 'Asks the upstream to stop an own batch, or for administrators any; what was answered is charged',
    params: idParams,
    data: nothing,
  }),
}
