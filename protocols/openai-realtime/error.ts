import type { ClientError } from '../failure.ts'
import { errorBody } from '../openai-chat/error.ts'

/** An error as a message of the session, after which the gateway may close it. */
export const writeErrorEvent = (error: ClientError, eventId: string): string => {
  const { type, code, message, param } = errorBody(error).error
  return JSON.stringify({ type: 'error', event_id: eventId, error: { type, code, message, param, event_id: null } })
}
