import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { filterModel, filterText, pageOf, pageQuery } from './fields.ts'
import { ownTaskFilters, taskFilters } from './task-filters.ts'
import { medium } from './task-media.ts'

/** Times are seconds. */
const ownVideo = z.object({
  id: z.int(),
  task_id: z.string(),
  platform: z.string(),
  /** VIDEO, REMIX, EDIT or EXTENSION. */
  action: z.string(),
  model: z.string(),
  /** Of the model's maker, a part of the sprite of marks; empty where there is none. */
  mark: z._default(z.string(), ''),
  prompt: z.string(),
  /** How long it is; 0: not known. */
  seconds: z.int(),
  /** Such as `1280x720`; empty: its upstream's choice. */
  size: z.string(),
  /** QUEUED, IN_PROGRESS, SUCCESS or FAILURE. */
  status: z.string(),
  /** A percentage, such as `40%`. */
  progress: z.string(),
  fail_reason: z.string(),
  media: z.array(medium),
  quota: z.int(),
  submit_time: z.int(),
  finish_time: z.int(),
})
const video = z.extend(ownVideo, {
  ...{ user_id: z.int(), channel_id: z.int() },
  /** Empty: it is gone; a console that was open before knows of none. */
  channel_name: z.optional(z.string()),
})

const narrower = { action: filterText, model: filterModel }
const ownFilters = z.extend(ownTaskFilters, narrower)
const filters = z.extend(taskFilters, narrower)
export type OwnVideo = z.output<typeof ownVideo>
export type Video = z.output<typeof video>

export const videos = {
  list: endpoint({
    method: 'GET',
    path: '/api/video/',
    access: 'admin',
    summary: 'Videos of everybody, newest first',
    query: z.intersection(pageQuery, filters),
    data: pageOf(video),
  }),
  listSelf: endpoint({
    method: 'GET',
    path: '/api/video/self',
    access: 'user',
    summary: 'Own videos, newest first',
    query: z.intersection(pageQuery, ownFilters),
    data: pageOf(ownVideo),
  }),
}
