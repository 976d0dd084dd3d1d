import { parseBriefly } from '../json/brief-json.ts'
import { type JsonObject, objectAt, parseLenient, textAt } from '../json/json.ts'
import { eachEvent, eventData } from '../sse.ts'

/** How far an answer has come that the upstream keeps; `undefined` for what is no such answer. */
export type ResponseStatus = 'queued' | 'in_progress' | 'completed' | 'incomplete' | 'failed' | 'cancelled'

const statuses: readonly ResponseStatus[] = ['queued', 'in_progress', 'completed', 'incomplete', 'failed', 'cancelled']

/** The id under which the upstream keeps an answer: of a whole answer, or of the first events of a stream. */
export const responseIdOf = (bytes: Buffer): string | undefined => {
  const whole = parseBriefly(bytes)
  if (whole !== undefined) return textAt(whole, 'id')
  for (const event of eachEvent(bytes)) {
    const data = eventData(event)
    const id = data === undefined ? undefined : textAt(objectAt(parseLenient(data), 'response'), 'id')
    if (id !== undefined) return id
  }
  return undefined
}

/** The answer a request goes on from, which only the channel that gave it can know. */
export const previousResponseIdOf = (body: JsonObject): string | undefined => textAt(body, 'previous_response_id')

/** Whether a kept answer, such as one made in the background, is still being made. */
export const responseStatusOf = (bytes: Buffer): ResponseStatus | undefined => {
  const status = textAt(parseBriefly(bytes), 'status')
  return statuses.find((each) => each === status)
}

export const isRunning = (status: ResponseStatus | undefined): boolean =>
  status === 'queued' || status === 'in_progress'

/** Whether a whole answer says that none came. Few have the word anywhere. */
export const hasFailed = (bytes: Buffer): boolean => bytes.includes(failedMark) && responseStatusOf(bytes) === 'failed'

const failedMark = '"failed"'
