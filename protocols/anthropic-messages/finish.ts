import type { FinishReason } from '../chat.ts'

/** Why an answer ended. `called` tells whether the client has tool calls to answer. */
export const readFinish = (reason: string | undefined, called: boolean): FinishReason => {
  switch (reason) {
    case 'max_tokens':
    case 'model_context_window_exceeded':
      return 'length'
    case 'refusal':
      return 'content_filter'
    case 'tool_use':
      return called ? 'tool_calls' : 'stop'
    default:
      return 'stop'
  }
}

export const writeFinish = (finish: FinishReason, stopSequence: string | undefined, called: boolean): string => {
  switch (finish) {
    case 'length':
      return 'max_tokens'
    case 'content_filter':
      return 'refusal'
    case 'tool_calls':
      return 'tool_use'
    case 'stop':
      // Some upstreams end with a plain stop although tools were called.
      if (called) return 'tool_use'
      return stopSequence === undefined ? 'end_turn' : 'stop_sequence'
  }
}
