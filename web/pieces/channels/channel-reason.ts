import { type ErrorValues, isReason } from '#contract/error-reasons.ts'
import { useReasonText } from '../../lib/refusal-words.ts'

/**
 * Says, as a sentence, why a channel or a key is disabled, rests, or failed its test; what an upstream said, and a sentence that an
 * earlier version kept, stand as they are.
 */
export const useChannelReason = (): ((reason: string, values?: ErrorValues) => string) => {
  const say = useReasonText()
  return (reason, values = {}) => {
    if (!isReason(reason)) return reason
    const text = say({ ...values, reason })
    return text.charAt(0).toUpperCase() + text.slice(1)
  }
}
