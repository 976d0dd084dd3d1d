import * as z from 'zod/mini'
import { textParameter } from '../../lib/search-parameters.ts'

export const playgroundSearch = z.object({
  /** The one that is open, of those that this browser keeps. */
  conversation: textParameter,
  /** Begins a new one with this model, in this group. */
  model: textParameter,
  group: textParameter,
  /** And with what the call with this request id asked, if its row in the log kept that. */
  log: textParameter,
})
