import type { ErrorDialect } from '../error-dialect.ts'
import { chatErrors, readError } from '../openai-chat/error.ts'

/** Clients of this maker are told a sentence, and its status. */
export const sentenceErrors: ErrorDialect = {
  ...chatErrors,
  limitHeaders: () => [],
  read: readError,
  write: ({ message }) => Buffer.from(JSON.stringify({ message })),
  event: ({ message }) => Buffer.from(`data: ${JSON.stringify({ message })}\n\n`),
}
