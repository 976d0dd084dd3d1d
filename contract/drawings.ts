import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { filterText, pageOf, pageQuery, timeText, wholeText } from './fields.ts'
import { medium } from './task-media.ts'

/** Times are milliseconds, but for `created_at`, which is seconds. */
const ownDrawing = z.object({
  id: z.int(),
  mj_id: z.string(),
  /** What came of handing it in: 1 submitted, 21 waiting, 22 a duplicate, 0 not submitted. */
  code: z.int(),
  action: z.string(),
  /** NOT_START, SUBMITTED, IN_PROGRESS, MODAL, SUCCESS or FAILURE. */
  status: z.string(),
  /** A percentage, such as `40%`. */
  progress: z.string(),
  prompt: z.string(),
  prompt_en: z.string(),
  description: z.string(),
  state: z.string(),
  image_url: z.string(),
  media: z.array(medium),
  fail_reason: z.string(),
  /** JSON text: what can be done with it next. */
  buttons: z.string(),
  /** JSON text. */
  properties: z.string(),
  quota: z.int(),
  submit_time: z.int(),
  start_time: z.int(),
  finish_time: z.int(),
  created_at: z.int(),
})
const drawing = z.extend(ownDrawing, {
  ...{ user_id: z.int(), channel_id: z.int() },
  /** Empty: it is gone; a console that was open before knows of none. */
  channel_name: z.optional(z.string()),
})

/** Empty text and zero narrow nothing; times are milliseconds. */
const ownFilters = z.object({
  mj_id: filterText,
  status: filterText,
  action: filterText,
  start_timestamp: timeText,
  end_timestamp: timeText,
})
const filters = z.extend(ownFilters, { channel_id: wholeText })
export type OwnDrawing = z.output<typeof ownDrawing>
export type Drawing = z.output<typeof drawing>

export const drawings = {
  list: endpoint({
    method: 'GET',
    path: '/api/mj/',
    access: 'admin',
    summary: 'Drawings of everybody, newest first',
    query: z.intersection(pageQuery, filters),
    data: pageOf(drawing),
  }),
  listSelf: endpoint({
    method: 'GET',
    path: '/api/mj/self',
    access: 'user',
    summary: 'Own drawings, newest first',
    query: z.intersection(pageQuery, ownFilters),
    data: pageOf(ownDrawing),
  }),
}
