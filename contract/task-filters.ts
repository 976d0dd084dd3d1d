import * as z from 'zod/mini'
import { filterText, secondsText, wholeText } from './fields.ts'

/** What lists of work that finishes later are narrowed by. Empty text and zero narrow nothing; times are seconds. */
export const ownTaskFilters = z.object({
  task_id: filterText,
  status: filterText,
  start_timestamp: secondsText,
  end_timestamp: secondsText,
})
/** The same where everybody's are listed. */
export const taskFilters = z.extend(ownTaskFilters, { channel_id: wholeText })
