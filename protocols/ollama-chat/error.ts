import type { ClientError } from '../failure.ts'

export { readError } from '../openai-chat/error.ts'

export const writeError = (error: ClientError): Buffer => Buffer.from(JSON.stringify(errorBody(error.message)))

/** The same as the last line of a stream. */
export const writeErrorLine = (error: ClientError): Buffer =>
  Buffer.from(`${JSON.stringify(errorBody(error.message))}\n`)

/** A sentence is all that clients of this dialect are told. */
export const errorBody = (message: string) => ({ error: message })
