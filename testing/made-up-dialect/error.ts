import type { ErrorDialect } from '#protocols/error-dialect.ts'
import type { ClientError } from '#protocols/failure.ts'
import { chatErrors } from '#protocols/openai-chat/error.ts'

export const madeUpErrors: ErrorDialect = {
  ...chatErrors,
  limitHeaders: () => [],
  write: (error) => Buffer.from(JSON.stringify(errorBody(error))),
  event: (error) => Buffer.from(errorLine(error)),
}

export const errorLine = (error: ClientError): string => `${JSON.stringify(errorBody(error))}\n`

const errorBody = ({ kind, message }: ClientError) => ({ wrong: kind, because: message })
