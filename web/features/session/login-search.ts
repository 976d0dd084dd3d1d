import * as z from 'zod/mini'
import { choiceParameter } from '../../lib/search-parameters.ts'

/** `expired=true` says why the visitor is here. */
export const loginSearch = z.object({ expired: choiceParameter(['true']) })
