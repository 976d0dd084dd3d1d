import { anthropicEventBytes } from '#protocols/anthropic-messages/event-bytes.ts'
import { isObject, type JsonObject, parseLenient, textAt } from '#protocols/json/json.ts'
import { type AwsMessage, createAwsFrames } from './aws-event-stream.ts'
import type { Unframing } from './provider.ts'

/** Each frame carries one event of the model's own dialect. */
export const unframeInvoke = (): Unframing =>
  unframe(
    ({ payload }) => {
      const bytes = textAt(parseLenient(payload.toString('utf8')), 'bytes')
      const event = bytes === undefined ? undefined : parseLenient(Buffer.from(bytes, 'base64').toString('utf8'))
      return isObject(event) ? anthropicEventBytes(event) : undefined
    },
    ({ kind, message }) => {
      const type = anthropicTypes[kind.toLowerCase()] ?? 'api_error'
      return anthropicEventBytes({ type: 'error', error: { type, message } })
    },
  )

/** An event's name stands in its frame: it goes into the event, where the dialect's reader looks for it. */
export const unframeConverse = (): Unframing =>
  unframe(
    ({ headers, payload }) => {
      const name = headers[':event-type'] ?? 'unknown'
      return eventBytes({ [name]: parseLenient(payload.toString('utf8')) })
    },
    (failure) => eventBytes({ failure }),
  )

const eventBytes = (event: JsonObject): Buffer => Buffer.from(`data: ${JSON.stringify(event)}\n\n`)

type Failure = { kind: string; message: string }

const unframe = (
  writeEvent: (message: AwsMessage) => Buffer | undefined,
  writeFailure: (failure: Failure) => Buffer,
): Unframing => {
  const frames = createAwsFrames()
  const write = (message: AwsMessage): Buffer | undefined =>
    message.headers[':message-type'] === 'event' ? writeEvent(message) : writeFailure(readFailure(message))
  return {
    push: (chunk) => {
      const pieces = frames.push(chunk).flatMap((message) => write(message) ?? [])
      return pieces.length === 0 ? undefined : Buffer.concat(pieces)
    },
    end: () => {
      if (frames.isEmpty()) return undefined
      return writeFailure({ kind: 'modelStreamErrorException', message: 'the stream broke off within a frame' })
    },
  }
}

/** Failures inside a stream: exceptions of the model, and errors of the connection. */
const readFailure = ({ headers, payload }: AwsMessage): Failure => {
  const kind = headers[':exception-type'] ?? headers[':error-code'] ?? 'internalServerException'
  const told = parseLenient(payload.toString('utf8'))
  return { kind, message: textAt(told, 'message') ?? textAt(told, 'Message') ?? headers[':error-message'] ?? kind }
}

const anthropicTypes: Readonly<Record<string, string>> = {
  throttlingexception: 'rate_limit_error',
  validationexception: 'invalid_request_error',
  serviceunavailableexception: 'overloaded_error',
  modeltimeoutexception: 'timeout_error',
}
