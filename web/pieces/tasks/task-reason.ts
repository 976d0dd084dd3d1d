import { taskReasonOf } from '#contract/task-reasons.ts'
import { reasonTextOf } from '../../lib/refusal-words.ts'

/** Why work came to nothing, in the reader's language; what an upstream said stands as it is. */
export const taskReason = async (text: string): Promise<string> => {
  const reason = taskReasonOf(text)
  return reason === undefined ? text : reasonTextOf(reason)
}
