import type { Usage } from '#pricing/usage.ts'
import { parseBriefly } from '../json/brief-json.ts'
import { isObject } from '../json/json.ts'
import { readUsage } from './usage.ts'

/** The usage of a whole answer, undefined when it tells none. */
export const readReplyUsage = (bytes: Buffer): Usage | undefined => {
  const answer = parseBriefly(bytes)
  const last = Array.isArray(answer) ? answer.at(-1) : answer
  return isObject(last) ? readUsage(last) : undefined
}
