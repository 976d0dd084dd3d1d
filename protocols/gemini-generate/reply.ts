import { parseBriefly } from '../brief-json.ts'
import { isObject } from '../json.ts'
import type { Usage } from '../usage.ts'
import { readUsage } from './usage.ts'

/** The usage of a whole answer, undefined when it tells none. */
export const readReplyUsage = (bytes: Buffer): Usage | undefined => {
  const answer = parseBriefly(bytes)
  const last = Array.isArray(answer) ? answer.at(-1) : answer
  return isObject(last) ? readUsage(last) : undefined
}
