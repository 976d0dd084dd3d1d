import * as z from 'zod/mini'
import { textParameter } from '../../lib/search-parameters.ts'

/** What a provider adds to the address it sends the browser back to. */
export const callbackSearch = z.object({
  code: textParameter,
  state: textParameter,
  error: textParameter,
  error_description: textParameter,
})
