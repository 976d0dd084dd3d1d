import { readLanguage } from '#contract/languages.ts'
import type { Domain } from '../domain/domain.ts'
import type { ClientResponse } from '../lib/inbound/plain-response.ts'
import { attempt } from './attempt.ts'
import type { AttemptParts } from './attempt-parts.ts'
import { ping, streamHead } from './deliver.ts'
import { ClientGone } from './failure.ts'
import { clientErrorOf } from './refuse.ts'
import { pingInterval, streamType } from './stream-type.ts'
import { traceHeaders } from './trace.ts'
import { tryChannels } from './try-channels.ts'

type Parts = AttemptParts & { domain: Pick<Domain, 'retryBudget' | 'conversations'> }

/**
 * Asks one channel after the other, and keeps the line of a stream open while its first byte is waited for. Until the
 * first comment nothing is decided: an error has its own status. After it the status is sent, so an error is told as the
 * stream's only event, with the status in it; and other channels may answer all the same.
 */
export const answerKeptAlive = (parts: Parts): Promise<void> => {
  const { domain, call } = parts
  const pingMs = call.outline.stream ? pingInterval(domain, call) : undefined
  return pingMs === undefined ? answerOn(parts) : answerWithPings(parts, pingMs)
}

const answerOn = (parts: Parts): Promise<void> => {
  const { domain, caller, call, trace } = parts
  return tryChannels(domain, caller, call, trace, (channel, key) => attempt(parts, channel, key))
}

const answerWithPings = async (parts: Parts, pingMs: number): Promise<void> => {
  const { call, response, trace } = parts
  const head = () => [...streamHead(response, streamType(call)), ...traceHeaders(trace)]
  const kept = new KeptResponse(response, head, pingMs)
  try {
    await answerOn({ ...parts, response: kept })
  } catch (error) {
    if (kept.isOnlyKept && !(error instanceof ClientGone)) response.end(lateError(parts, error))
    throw error
  } finally {
    kept.stop()
  }
}

const lateError = ({ domain, call, trace }: Parts, error: unknown): Buffer => {
  const { protocol, headers } = call
  const language = readLanguage(headers['accept-language'])
  const told = clientErrorOf(error, { requestId: trace.requestId, language, protocol }, domain)
  return protocol.error.event({ ...told, isLate: true })
}

/** The client's response, on which comments go out until the answer begins. */
class KeptResponse implements ClientResponse {
  readonly #response: ClientResponse
  readonly #timer: NodeJS.Timeout
  /** Whether the answer's own head was written, though a comment may have sent one before. */
  headersSent = false

  constructor(response: ClientResponse, head: () => string[], pingMs: number) {
    this.#response = response
    this.#timer = setInterval(() => {
      if (response.destroyed) return this.stop()
      if (!response.headersSent) response.writeHead(200, head())
      response.write(ping)
    }, pingMs)
  }

  /** Whether comments are all that the client has got. */
  get isOnlyKept(): boolean {
    return !this.headersSent && this.#response.headersSent && !this.#response.destroyed
  }

  get destroyed(): boolean {
    return this.#response.destroyed
  }

  get writableEnded(): boolean {
    return this.#response.writableEnded
  }

  get writableFinished(): boolean {
    return this.#response.writableFinished
  }

  get chunkedEncoding(): boolean {
    return this.#response.chunkedEncoding
  }

  get socket(): ClientResponse['socket'] {
    return this.#response.socket
  }

  get req(): ClientResponse['req'] {
    return this.#response.req
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  writeHead(status: number, headers: string[]): void {
    this.stop()
    this.headersSent = true
    if (!this.#response.headersSent) this.#response.writeHead(status, headers)
  }

  flushHeaders(): void {
    this.#response.flushHeaders()
  }

  write(bytes: Buffer): boolean {
    return this.#response.write(bytes)
  }

  addTrailers(trailers: Record<string, string>): void {
    this.#response.addTrailers(trailers)
  }

  end(body?: Buffer): void
  end(text: string, encoding: 'latin1'): void
  end(body?: Buffer | string): void {
    this.#response.end(typeof body === 'string' ? Buffer.from(body, 'latin1') : body)
  }

  destroy(): void {
    this.#response.destroy()
  }

  once(event: 'close' | 'drain', listener: () => void): void {
    this.#response.once(event, listener)
  }

  off(event: 'close', listener: () => void): void {
    this.#response.off(event, listener)
  }
}
