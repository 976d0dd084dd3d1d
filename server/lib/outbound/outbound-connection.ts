import type { Socket } from 'node:net'
import { gatherWrites } from '../gathered-writes.ts'
import type { AnswerHeaders } from './answer-head.ts'
import { keepMarginMs, longestKeepMs, usualKeepMs } from './exchange-pool.ts'
import { AnswerReader } from './http-answer.ts'
import type { OutboundExchange } from './outbound-exchange.ts'
import { errors } from './undici.ts'

/** Told when a connection can take the next request, and when it is gone. */
type Owner = {
  free: (connection: OutboundConnection) => void
  gone: (connection: OutboundConnection) => void
  /** A request that nobody read is to be sent on another one. */
  sendAgain: (exchange: OutboundExchange) => void
}

/** A short body goes out in one piece with its head: one string is cheaper to write than two buffers. */
const longestInOnePiece = 16 * 1024

/** One connection to an upstream: a request at a time. */
export class OutboundConnection {
  readonly #socket: Socket
  readonly #owner: Owner
  readonly #reader = new AnswerReader()
  #exchange: OutboundExchange | undefined
  #begun = false
  /** Whether the other side has answered on it before. */
  #isKept = false
  #isHeard = false
  #quietMs = 0
  #keepMs = usualKeepMs
  #error: Error | undefined
  readonly #onHead = (status: number, headers: AnswerHeaders): void => {
    const exchange = this.#exchange
    if (exchange === undefined) return
    if (status >= 200) this.#begun = true
    exchange.handler.onResponseStart(exchange, status, headers)
  }

  constructor(socket: Socket, owner: Owner) {
    this.#socket = socket
    this.#owner = owner
    socket.on('error', (error) => {
      this.#error = error
    })
    socket.once('close', () => this.#closed())
  }

  /** False once the other side has ended it: nobody reads what would be sent. */
  get isOpen(): boolean {
    return this.#socket.readable && this.#socket.writable
  }

  send(exchange: OutboundExchange): void {
    const { head, body } = exchange
    this.#exchange = exchange
    this.#begun = false
    this.#isHeard = false
    this.#reader.reset()
    // The tick that is running has begun already: deadlines are rather late than early.
    this.#quietMs = -tickMs
    exchange.begin(this)
    if (this.#exchange !== exchange) return
    gatherWrites(this.#socket)
    if (body === null) this.#socket.write(head, 'latin1')
    else if (body.length <= longestInOnePiece) this.#socket.write(head + body.toString('latin1'), 'latin1')
    else {
      this.#socket.write(head, 'latin1')
      this.#socket.write(body)
    }
  }

  /** What the socket read; it may be overwritten afterwards. */
  read(bytes: Buffer): void {
    const exchange = this.#exchange
    if (exchange === undefined) {
      this.destroy()
      return
    }
    this.#isHeard = true
    this.#quietMs = -tickMs
    try {
      const piece = this.#reader.push(bytes, this.#onHead)
      if (piece !== undefined && this.#exchange === exchange) exchange.handler.onResponseData(exchange, piece)
      if (this.#reader.isDone && this.#exchange === exchange) this.#finish(exchange)
    } catch (error) {
      this.fail(error instanceof Error ? error : new errors.SocketError('The answer could not be taken'))
    }
  }

  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#quietMs = -tickMs
    this.#socket.resume()
  }

  /** Ends the request that runs, and the connection with it. */
  fail(error: Error): void {
    const exchange = this.#exchange
    this.#exchange = undefined
    this.#socket.destroy()
    exchange?.fail(error)
  }

  destroy(): void {
    this.#socket.destroy()
  }

  /** Called every `tickMs`: a clock is not asked for every piece of every answer. */
  tick(): void {
    const exchange = this.#exchange
    this.#quietMs += tickMs
    if (exchange === undefined) {
      if (this.#quietMs >= this.#keepMs) this.destroy()
      return
    }
    if (exchange.isPaused) return
    const { firstByteMs, idleMs } = exchange.deadlines
    const limit = this.#begun ? idleMs : firstByteMs
    if (limit === 0 || this.#quietMs < limit) return
    this.fail(this.#begun ? new errors.BodyTimeoutError() : new errors.HeadersTimeoutError())
  }

  #finish(exchange: OutboundExchange): void {
    const { keepAlive, keepAliveSeconds } = this.#reader
    this.#exchange = undefined
    this.#isKept = true
    this.#quietMs = 0
    if (exchange.isPaused) this.#socket.resume()
    this.#keepMs =
      keepAliveSeconds === undefined ? usualKeepMs : Math.min(keepAliveSeconds * 1000 - keepMarginMs, longestKeepMs)
    // A request that is still being written would be read as the beginning of the next one.
    const isReusable = keepAlive && this.#keepMs > 0 && this.#socket.writable && this.#socket.writableLength === 0
    if (!isReusable) this.destroy()
    exchange.end()
    if (isReusable) this.#owner.free(this)
  }

  #closed(): void {
    const exchange = this.#exchange
    this.#exchange = undefined
    this.#owner.gone(this)
    if (exchange === undefined) return
    if (this.#wasClosing(exchange)) {
      exchange.beginAgain()
      this.#owner.sendAgain(exchange)
    } else if (this.#error === undefined && this.#reader.mayEnd) exchange.end()
    else exchange.fail(this.#error ?? new errors.SocketError('The other side closed the connection'))
  }

  /** The other side closed an idle connection while the request was on its way: without a word, and soon. */
  #wasClosing(exchange: OutboundExchange): boolean {
    return this.#isKept && !this.#isHeard && !exchange.isAgain && this.#quietMs < longestClosingMs
  }
}

/** Longer than the way to any server and back. */
const longestClosingMs = 1000

export const tickMs = 500
