import { inputTokens, tokenCount, type Usage, usageOf } from '#pricing/usage.ts'
import { type JsonObject, objectAt } from '../json/json.ts'
import { lastMember } from '../json/last-member.ts'

/** The usage of a whole answer, which may be long: it is not parsed for it. */
export const readReplyUsage = (bytes: Buffer): Usage | undefined => readUsage(lastMember(bytes, 'usage'))

/** Some vendors tell the total alone, which is the same where nothing is written. */
export const readUsage = (wire: JsonObject | undefined): Usage | undefined => {
  const input = tokenCount(wire?.prompt_tokens) || tokenCount(wire?.total_tokens)
  if (input === 0) return undefined
  const imageInput = Math.min(tokenCount(objectAt(wire, 'prompt_tokens_details')?.image_tokens), input)
  return usageOf({ input: input - imageInput, imageInput })
}

export const writeUsage = (usage: Usage | undefined): JsonObject => {
  const tokens = usage === undefined ? 0 : inputTokens(usage)
  return { prompt_tokens: tokens, total_tokens: tokens }
}
