import { errors } from './undici.ts'

/** What a handler may do to its request while it runs; all of it does nothing once it is over. */
export type OutboundController = {
  pause: () => void
  resume: () => void
  /** Ends the connection too; the handler is told the reason as an error. */
  abort: (reason: Error) => void
}

/** Read by name, in small letters. */
export type OutboundHeaders = { get: (name: string) => string | undefined }

/** What happens to a dispatched request, in this order; one of the last two comes last. */
export type OutboundHandler = {
  onRequestStart: (controller: OutboundController) => void
  /** Called for informational answers (status 1xx) too. */
  onResponseStart: (controller: OutboundController, status: number, headers: OutboundHeaders) => void
  onResponseData: (controller: OutboundController, chunk: Buffer) => void
  onResponseEnd: (controller: OutboundController) => void
  /** Without a controller when the request was never begun; then it may be called before `dispatch` returns. */
  onResponseError: (controller: OutboundController | null, error: Error) => void
}

export type OutboundTarget = {
  origin: string
  path: string
  method: 'GET' | 'POST' | 'DELETE'
  /** Names and values in turn. */
  headers: string[]
  body: Buffer | null
  proxy?: string | undefined
}

/** Both in milliseconds, kept to within about a second; 0 is none. The idle deadline rests while the answer is paused. */
export type OutboundDeadlines = { firstByteMs: number; idleMs: number }

/** What an exchange may do to the connection that carries it. */
type Carrier = { pause: () => void; resume: () => void; fail: (reason: Error) => void }

/** One request on its way and the answer to it. */
export class OutboundExchange implements OutboundController {
  readonly target: OutboundTarget
  readonly head: string
  readonly body: Buffer | null
  readonly handler: OutboundHandler
  readonly deadlines: OutboundDeadlines
  isPaused = false
  /** It was sent on a connection that the other side was just closing, and goes out once more. */
  isAgain = false
  /** It was given up while it waited for another connection. */
  isOver = false
  #connection: Carrier | undefined

  /** Throws when the target cannot be written as a request. */
  constructor(target: OutboundTarget, host: string, handler: OutboundHandler, deadlines: OutboundDeadlines) {
    this.target = target
    this.head = headOf(target, host)
    this.body = target.body
    this.handler = handler
    this.deadlines = deadlines
  }

  begin(connection: Carrier): void {
    this.#connection = connection
    if (!this.isAgain) this.handler.onRequestStart(this)
  }

  beginAgain(): void {
    this.isAgain = true
    const fail = (reason: Error) => {
      this.isOver = true
      this.fail(reason)
    }
    this.#connection = { pause: () => {}, resume: () => {}, fail }
  }

  end(): void {
    this.#connection = undefined
    this.handler.onResponseEnd(this)
  }

  fail(error: Error): void {
    const begun = this.#connection !== undefined
    this.#connection = undefined
    this.handler.onResponseError(begun ? this : null, error)
  }

  pause(): void {
    if (this.#connection === undefined || this.isPaused) return
    this.isPaused = true
    this.#connection.pause()
  }

  resume(): void {
    if (this.#connection === undefined || !this.isPaused) return
    this.isPaused = false
    this.#connection.resume()
  }

  abort(reason: Error): void {
    this.#connection?.fail(reason)
  }
}

const headOf = ({ method, path, headers, body }: OutboundTarget, host: string): string => {
  if (unclearPath.test(path)) throw new errors.InvalidArgumentError('The path cannot be sent')
  let head = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: keep-alive\r\n`
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index] ?? ''
    const value = headers[index + 1] ?? ''
    if (!token.test(name) || unclearValue.test(value)) throw new errors.InvalidArgumentError('A header cannot be sent')
    head += `${name}: ${value}\r\n`
  }
  if (body !== null) return `${head}content-length: ${body.length}\r\n\r\n`
  return method === 'POST' ? `${head}content-length: 0\r\n\r\n` : `${head}\r\n`
}

const token = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/
const unclearPath = /[^!-\u00ff]/
const unclearValue = /[^\t\u0020-\u007e\u0080-\u00ff]/
