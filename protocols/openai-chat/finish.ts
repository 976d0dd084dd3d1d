import type { FinishReason } from '../chat.ts'

/** The words upstreams have for why an answer ended; whatever is not here is an ordinary end. */
const reasons: ReadonlyMap<unknown, FinishReason> = new Map<unknown, FinishReason>([
  ['length', 'length'],
  ['max_tokens', 'length'],
  ['max_output_tokens', 'length'],
  ['model_length', 'length'],
  // The upstream ran out of room and stopped in the middle: whoever reads it must not take it for the whole.
  ['insufficient_system_resource', 'length'],
  ['abort', 'length'],
  ['tool_calls', 'tool_calls'],
  ['function_call', 'tool_calls'],
  ['tool_use', 'tool_calls'],
  ['content_filter', 'content_filter'],
  ['sensitive', 'content_filter'],
  ['safety', 'content_filter'],
  ['refusal', 'content_filter'],
])

const failures: ReadonlySet<unknown> = new Set(['error', 'network_error'])

/** Whether the word says that the upstream broke off. */
export const isFailure = (word: unknown): boolean => failures.has(word)

/** The common word; an answer that calls tools ends with them, although some upstreams call that an ordinary stop. */
export const readFinish = (word: unknown, hasCalls: boolean): FinishReason => {
  const reason = reasons.get(word) ?? 'stop'
  return reason === 'stop' && hasCalls ? 'tool_calls' : reason
}
