import * as z from 'zod/mini'
import { textParameter } from '../../lib/search-parameters.ts'

/** The link in the mail names the address and carries the token. */
export const resetSearch = z.object({ email: textParameter, token: textParameter })
