import type { ClientError } from '../failure.ts'
import { type JsonObject, objectAt, parseLenient } from '../json/json.ts'
import { writeError } from '../openai-chat/error.ts'

/** An error as a message of the session, after which the gateway may close it. */
export const writeErrorEvent = (error: ClientError, eventId: string): string => {
  const body = parseLenient(writeError(error).toString('utf8'))
  const told: JsonObject = objectAt(body, 'error') ?? {}
  const { type, code, message, param } = told
  return JSON.stringify({ type: 'error', event_id: eventId, error: { type, code, message, param, event_id: null } })
}
