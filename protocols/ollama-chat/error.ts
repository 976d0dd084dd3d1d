import type { ErrorDialect } from '../error-dialect.ts'
import { chatErrors, readError } from '../openai-chat/error.ts'

/** A sentence is all that clients of this dialect are told, and its status. */
export const ollamaErrors: ErrorDialect = {
  ...chatErrors,
  limitHeaders: () => [],
  read: readError,
  write: (error) => Buffer.from(JSON.stringify(errorBody(error.message))),
  // The same as the last line of a stream.
  event: (error) => Buffer.from(errorLine(error.message)),
}

export const errorLine = (message: string): string => `${JSON.stringify(errorBody(message))}\n`

const errorBody = (message: string) => ({ error: message })
