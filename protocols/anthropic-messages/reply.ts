import type { Usage } from '#pricing/usage.ts'
import { parseBriefly } from '../json/brief-json.ts'
import { objectAt } from '../json/json.ts'
import { readUsage } from './usage.ts'

/**
 * The usage of a whole answer. It is parsed as a whole: the input of a tool call is JSON of the model's own making
 * and may hold a member of the same name.
 */
export const readReplyUsage = (bytes: Buffer): Usage | undefined => readUsage(objectAt(parseBriefly(bytes), 'usage'))
