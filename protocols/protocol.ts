import type { JsonObject } from './json.ts'
import type { Usage } from './usage.ts'

export type ProtocolName = 'openai-chat'

/** A request that its dialect does not allow: `field` names the place, `reason` is a short English phrase. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError'
  readonly field: string

  constructor(field: string, reason: string) {
    super(`${field}: ${reason}`)
    this.field = field
  }
}

/** What the gateway must know of a request before it is sent on. */
export type RequestOutline = {
  model: string
  stream: boolean
  /** The most output tokens the client allows, when it says so. */
  maximumOutput: number | undefined
  /** How many answers are asked for at once. */
  choices: number
  /** A careful guess of the prompt's tokens, made without a tokenizer: high rather than low. */
  promptEstimate: number
  /** Whether the client wants the usage of a streamed answer. */
  wantsUsage: boolean
}

/** An upstream's error, as far as it could be read. */
export type UpstreamProblem = {
  message: string
  type: string | undefined
  code: string | number | undefined
  parameter: string | undefined
}

/** Listens to a streamed answer whose bytes pass through. */
export type StreamTap = {
  /** The bytes to send on now; undefined when nothing is ready. */
  push: (chunk: Buffer) => Buffer | undefined
  /** What was held back until the charge is durable: the rest of an event and the closing mark. */
  end: () => Buffer | undefined
  /** The usage the upstream told, read when asked. */
  usage: () => Usage | undefined
  /** Bytes of generated text seen so far, for estimates. */
  textBytes: () => number
  /** Whether the dialect's closing mark came. */
  finished: () => boolean
  /** Whether the upstream sent an error inside the stream. */
  failed: () => boolean
}

export type ClientError = {
  status: number
  code: string
  message: string
  /** Set when the upstream refused: its own type and code are passed on. */
  problem: UpstreamProblem | undefined
  retryAfterSeconds?: number
}

/** One wire dialect: pure functions over its requests, replies, streams and errors. */
export type Protocol = {
  name: ProtocolName
  request: {
    outline: (body: JsonObject) => RequestOutline
    /** For the same dialect on both sides: changes the model's name and asks for usage, nothing else. */
    amend: (bytes: Buffer, body: JsonObject, outline: RequestOutline, upstreamModel: string) => Buffer
  }
  reply: { usage: (bytes: Buffer) => Usage | undefined }
  stream: { tap: (outline: RequestOutline) => StreamTap }
  error: {
    read: (status: number, bytes: Buffer) => UpstreamProblem
    write: (error: ClientError) => Buffer
    /** The same inside a stream that has begun. */
    event: (error: ClientError) => Buffer
  }
}
