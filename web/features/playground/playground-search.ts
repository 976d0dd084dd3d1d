import * as z from 'zod/mini'
import { digitsParameter, textParameter } from '../../lib/search-parameters.ts'

export const playgroundSearch = z.object({
  /** The one that is open, of those that this browser keeps. */
  conversation: textParameter,
  /** Begins a new one with this model, paid by this token, or from the own balance in this group. */
  model: textParameter,
  group: textParameter,
  token: digitsParameter,
  /** And with what the call with this request id asked, if its row in the log kept that. */
  log: textParameter,
})
