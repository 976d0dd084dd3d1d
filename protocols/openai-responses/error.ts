import type { ErrorDialect } from '../error-dialect.ts'
import type { ClientError, UpstreamProblem } from '../failure.ts'
import { isObject, objectAt, textAt } from '../json/json.ts'
import { chatErrors, errorBody } from '../openai-chat/error.ts'

/** Where a stream stands is not known when it is ended from outside, but its numbers must go on rising. */
const afterAllOthers = 2 ** 31 - 1

/** Some clients read the error, and others only what became of the response: so both are told. */
export const responsesErrors: ErrorDialect = {
  ...chatErrors,
  event: (error) => {
    const fields = errorFields(error)
    const { code, message } = fields
    const failed = { code: code ?? 'server_error', message }
    const response = {
      id: `resp_${error.requestId ?? ''}`,
      object: 'response',
      status: 'failed',
      error: failed,
      output: [],
    }
    return Buffer.from(
      eventText('error', { ...fields, sequence_number: afterAllOthers - 1 }) +
        eventText('response.failed', { response, sequence_number: afterAllOthers }),
    )
  },
}

/**
 * Documents show an error event's fields beside its type, servers send them in an object: clients know one or the
 * other, so both are told.
 */
export const errorFields = (given: ClientError) => {
  const { error } = errorBody(given)
  const { code, message, param } = error
  return { code, message, param, error }
}

export const eventText = (type: string, fields: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`

/** The problem an `error` or `response.failed` event tells. */
export const problemOf = (event: unknown): UpstreamProblem => {
  const source = objectAt(event, 'error') ?? objectAt(objectAt(event, 'response'), 'error') ?? event
  const code = isObject(source) ? source.code : undefined
  return {
    message: textAt(source, 'message') ?? 'the upstream failed while it answered',
    type: source === event ? undefined : textAt(source, 'type'),
    code: typeof code === 'string' || typeof code === 'number' ? code : undefined,
    parameter: textAt(source, 'param'),
  }
}
