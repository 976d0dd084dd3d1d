import type { ClientError, UpstreamProblem } from '../failure.ts'
import { isObject, objectAt, parseLenient, textAt } from '../json/json.ts'
import { writeError } from '../openai-chat/error.ts'

/** Where a stream stands is not known when it is ended from outside, but its numbers must go on rising. */
const afterAllOthers = 2 ** 31 - 1

export const writeErrorEvent = (error: ClientError): Buffer => {
  const body: unknown = parseLenient(writeError(error).toString('utf8'))
  return Buffer.from(eventText('error', { ...errorFields(objectAt(body, 'error')), sequence_number: afterAllOthers }))
}

/**
 * Documents show an error event's fields beside its type, servers send them in an object: clients know one or the
 * other, so both are told.
 */
export const errorFields = (error: unknown) => {
  const { code = null, message = '', param = null } = isObject(error) ? error : {}
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
