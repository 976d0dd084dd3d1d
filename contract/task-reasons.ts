import { type ErrorValues, reasonMessage, reasonSentence } from './error-reasons.ts'

/**
 * Why work that was handed in came to nothing, where no upstream says so but we: in English to clients and in the rows, and
 * known by its sentence again, which the console words for whoever reads it.
 */
const taskReasons = [
  ...(['task_channel_gone', 'task_too_late', 'task_calls_gone'] as const),
  ...(['batch_failed', 'film_failed', 'film_missing'] as const),
] as const

export const taskReasonText = (reason: (typeof taskReasons)[number], values: ErrorValues = {}): string =>
  reasonMessage('en', { ...values, reason })

const sentences = taskReasons.map((reason) => ({
  reason,
  pattern: new RegExp(`^${reasonSentence('en', reason).replaceAll(/\{(\w+)\}/g, '(?<$1>.+)')}$`),
}))

/** The reason that a text says, by its name and with its values; undefined: an upstream said it. */
export const taskReasonOf = (text: string): ErrorValues | undefined => {
  for (const { reason, pattern } of sentences) {
    const found = pattern.exec(text)
    if (found) return { ...found.groups, reason }
  }
  return undefined
}
