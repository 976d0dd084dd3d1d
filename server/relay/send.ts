import { type ContentDecoder, createContentDecoder } from '../lib/content-decoding.ts'
import { joinBytes } from '../lib/join-bytes.ts'
import type { Outbound, OutboundController, OutboundHandler, OutboundHeaders } from '../lib/outbound/outbound.ts'
import { AttemptFailure, type ClientGone, type GatewayStopped, transportFailure } from './failure.ts'
import type { UpstreamRequest } from './upstream-request.ts'

/** How long an upstream may take to begin its answer, and how long it may pause within it. */
const deadlines = { firstByteMs: 120_000, idleMs: 60_000 }

/** Sends one request. Its answer's head is to be waited for. */
export const send = (outbound: Outbound, request: UpstreamRequest): UpstreamAnswer => {
  const { origin, path, method, headers, body, channel } = request
  const answer = new UpstreamAnswer()
  const target = {
    origin,
    path,
    method,
    headers,
    body: body.length === 0 ? null : body,
    proxy: channel.setting.proxy,
  }
  outbound.dispatch(target, answer, deadlines)
  return answer
}

/** Room for some pictures as text. */
const largestAnswer = 128 * 1024 * 1024

type Failure = AttemptFailure | GatewayStopped | ClientGone
type Listener = { data: (chunk: Buffer) => void; end: () => void; error: (failure: Failure) => void }

/** An answer on its way in. It holds the upstream's connection, so whoever has it reads it to the end or aborts it. */
export class UpstreamAnswer implements OutboundHandler {
  /** Resolves when its head is there, rejects with an `AttemptFailure`. */
  readonly head: Promise<void>
  status = 0
  contentType = ''
  /** Read where it was refused, whether by its status or in its words. */
  headers: OutboundHeaders = noHeaders
  #controller: OutboundController | undefined
  /** Where the body came packed, although nobody asked for that. */
  #decoder: ContentDecoder | undefined
  #early: Buffer[] = []
  #ending: 'end' | Failure | undefined
  #listener: Listener | undefined
  #isUnwanted = false
  #begun: () => void = nothing
  #refused: (failure: Failure) => void = nothing

  constructor() {
    this.head = new Promise((resolve, reject) => {
      this.#begun = resolve
      this.#refused = reject
    })
  }

  /** Whether there was a connection to send the request on. */
  get isSent(): boolean {
    return this.#controller !== undefined
  }

  onRequestStart(controller: OutboundController): void {
    this.#controller = controller
    if (this.#isUnwanted) this.abort()
  }

  onResponseStart(_controller: OutboundController, status: number, headers: OutboundHeaders): void {
    // Informational answers come before the one that counts.
    if (status < 200) return
    this.status = status
    this.contentType = headers.get('content-type') ?? ''
    this.headers = headers
    const encoding = headers.get('content-encoding')
    if (encoding !== undefined && !this.#unpack(encoding)) return
    this.#begun()
  }

  onResponseData(_controller: OutboundController, chunk: Buffer): void {
    if (this.#decoder === undefined) this.#take(chunk)
    else this.#decoder.push(chunk)
  }

  onResponseEnd(): void {
    if (this.#decoder === undefined) this.#finish('end')
    else this.#decoder.end()
  }

  onResponseError(_controller: OutboundController | null, error: Error): void {
    this.fail(transportFailure(error))
  }

  /** For a reason that is known already. */
  fail(failure: Failure): void {
    this.#decoder?.stop()
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
    if (this.#decoder === undefined) this.#controller?.pause()
    else this.#decoder.pause()
  }

  resume(): void {
    if (this.#decoder === undefined) this.#controller?.resume()
    else this.#decoder.resume()
  }

  abort(): void {
    this.#isUnwanted = true
    this.#decoder?.stop()
    this.#controller?.abort(new Error('the answer is no longer wanted'))
  }

  #take(chunk: Buffer): void {
    if (this.#listener === undefined) this.#early.push(chunk)
    else this.#listener.data(chunk)
  }

  /** False when the answer cannot be read, and was refused. */
  #unpack(encoding: string): boolean {
    if (plainEncoding.test(encoding)) return true
    const source = { pause: () => this.#controller?.pause(), resume: () => this.#controller?.resume() }
    this.#decoder = createContentDecoder(encoding, source, {
      data: (bytes) => this.#take(bytes),
      end: () => this.#finish('end'),
      error: () => this.#giveUp(),
    })
    if (this.#decoder !== undefined) return true
    // Of a refusal its status says enough.
    this.#decoder = unreadable(() => this.#finish('end'))
    if (this.status >= 300) return true
    this.#refused(malformed())
    this.abort()
    return false
  }

  #giveUp(): void {
    this.#finish(this.status < 300 ? malformed() : 'end')
    this.abort()
  }

  #finish(ending: 'end' | Failure): void {
    if (this.#ending !== undefined) return
    this.#ending = ending
    if (ending === 'end') this.#listener?.end()
    else this.#listener?.error(ending)
  }
}

const nothing = () => {}
const noHeaders: OutboundHeaders = { get: () => undefined }
const plainEncoding = /^\s*(?:identity)?\s*$/i
const malformed = () => new AttemptFailure({ origin: 'upstream', status: 502, reason: 'malformed' })

/** For a body in an encoding that nobody knows: all of it is left out. */
const unreadable = (end: () => void): ContentDecoder => ({
  push: () => {},
  end,
  pause: () => {},
  resume: () => {},
  stop: () => {},
})
