import * as z from 'zod/mini'
import { choiceParameter, textParameter } from '../../lib/search-parameters.ts'

/** What a provider adds to the address it sends the browser back to. */
export const callbackSearch = z.object({
  code: textParameter,
  state: textParameter,
  error: textParameter,
  error_description: textParameter,
})

/** `expired=true` says why the visitor is here. */
export const loginSearch = z.object({ expired: choiceParameter(['true']) })

/** `aff` is the code of the user who invited. */
export const registerSearch = z.object({ aff: textParameter })

/** The link in the mail names the address and carries the token. */
export const resetSearch = z.object({ email: textParameter, token: textParameter })
