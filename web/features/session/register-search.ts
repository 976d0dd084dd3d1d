import * as z from 'zod/mini'
import { textParameter } from '../../lib/search-parameters.ts'

/** `aff` is the code of the user who invited. */
export const registerSearch = z.object({ aff: textParameter })
