import { tokenCount, type Usage, usageOf } from '#pricing/usage.ts'
import type { FinishReason } from '#protocols/chat.ts'
import { isObject, type JsonObject } from '#protocols/json/json.ts'

/** What the cache holds is counted beside the input, not inside it. */
export const readUsage = (usage: JsonObject | undefined): Usage | undefined => {
  if (usage === undefined) return undefined
  const written = tokenCount(usage.cacheWriteInputTokens)
  const details = Array.isArray(usage.cacheDetails) ? usage.cacheDetails.filter(isObject) : []
  const forAnHour = details.filter(({ ttl }) => ttl === '1h').map(({ inputTokens }) => tokenCount(inputTokens))
  const cacheWriteHour = Math.min(
    written,
    forAnHour.reduce((sum, tokens) => sum + tokens, 0),
  )
  const told = usageOf({
    input: tokenCount(usage.inputTokens),
    cacheRead: tokenCount(usage.cacheReadInputTokens),
    cacheWrite: written - cacheWriteHour,
    cacheWriteHour,
    output: tokenCount(usage.outputTokens),
  })
  return told.input + told.cacheRead + written + told.output === 0 ? undefined : told
}

/** `called`: whether the client has tool calls to answer; those of the service's own tools it answers itself. */
export const readFinish = (reason: string | undefined, called: boolean): FinishReason => {
  switch (reason) {
    case 'max_tokens':
    case 'model_context_window_exceeded':
      return 'length'
    case 'guardrail_intervened':
    case 'content_filtered':
      return 'content_filter'
    default:
      return called ? 'tool_calls' : 'stop'
  }
}
