import { joinBytes } from '../lib/join-bytes.ts'
import type { Outbound, OutboundController, OutboundHandler, OutboundHeaders } from '../lib/outbound.ts'
import { AttemptFailure, transportFailure } from './failure.ts'
import type { UpstreamRequest } from './translate.ts'

/** How long an upstream may take to begin its answer, and how long it may pause within it. */
const deadlines = { firstByteMs: 120_000, idleMs: 60_000 }

/** Sends one request; resolves when the answer's head is there, rejects with an `AttemptFailure`. */
export const send = (outbound: Outbound, request: UpstreamRequest): Promise<UpstreamAnswer> =>
  new Promise((resolve, reject) => {
    const { origin, path, method, headers, body, channel } = request
    const answer = new UpstreamAnswer(resolve, reject)
    const target = {
      origin,
      path,
      method,
      headers,
      body: body.length === 0 ? null : body,
      proxy: channel.setting.proxy,
    }
    outbound.dispatch(target, answer, deadlines)
  })

/** Room for some pictures as text. */
const largestAnswer = 128 * 1024 * 1024

type Listener = { data: (chunk: Buffer) => void; end: () => void; error: (failure: AttemptFailure) => void }

/** An answer on its way in. It holds the upstream's connection, so whoever has it reads it to the end or aborts it. */
export class UpstreamAnswer implements OutboundHandler {
  status = 0
  contentType = ''
  retryAfter: string | undefined
  #controller: OutboundController | undefined
  #early: Buffer[] = []
  #ending: 'end' | AttemptFailure | undefined
  #listener: Listener | undefined
  readonly #begun: (answer: UpstreamAnswer) => void
  readonly #refused: (failure: AttemptFailure) => void

  constructor(begun: (answer: UpstreamAnswer) => void, refused: (failure: AttemptFailure) => void) {
    this.#begun = begun
    this.#refused = refused
  }

  onRequestStart(controller: OutboundController): void {
    this.#controller = controller
  }

  onResponseStart(_controller: OutboundController, status: number, headers: OutboundHeaders): void {
    // Informational answers come before the one that counts.
    if (status < 200) return
    this.status = status
    this.contentType = headers.get('content-type') ?? ''
    if (status >= 400) this.retryAfter = headers.get('retry-after')
    this.#begun(this)
  }

  onResponseData(_controller: OutboundController, chunk: Buffer): void {
    if (this.#listener === undefined) this.#early.push(chunk)
    else this.#listener.data(chunk)
  }

  onResponseEnd(): void {
    this.#finish('end')
  }

  onResponseError(_controller: OutboundController | null, error: Error): void {
    const failure = transportFailure(error)
    if (this.status === 0) this.#refused(failure)
    else this.#finish(failure)
  }

  /** Pieces that came before somebody listened are handed over first. */
  listen(listener: Listener): void {
    this.#listener = listener
    for (const chunk of this.#early) listener.data(chunk)
    this.#early = []
    if (this.#ending === 'end') listener.end()
    else if (this.#ending !== undefined) listener.error(this.#ending)
  }

  /** The whole body. */
  read(): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = []
      let received = 0
      this.listen({
        data: (chunk) => {
          received += chunk.length
          if (received <= largestAnswer) chunks.push(chunk)
          else {
            reject(new AttemptFailure({ origin: 'upstream', status: 502, reason: 'too_large' }))
            this.abort()
          }
        },
        end: () => {
          resolve(joinBytes(chunks, received))
        },
        error: reject,
      })
    })
  }

  pause(): void {
    this.#controller?.pause()
  }

  resume(): void {
    this.#controller?.resume()
  }

  abort(): void {
    this.#controller?.abort(new Error('the answer is no longer wanted'))
  }

  #finish(ending: 'end' | AttemptFailure): void {
    if (this.#ending !== undefined) return
    this.#ending = ending
    if (ending === 'end') this.#listener?.end()
    else this.#listener?.error(ending)
  }
}
