import type { Socket } from 'node:net'
import { BodyRefused } from '../body-refused.ts'
import { BodyPieces } from './body-pieces.ts'
import { type BodyArrival, longestPlainHead, PlainRequest, readPlainHead } from './plain-request.ts'
import { PlainResponse } from './plain-response.ts'

/** What becomes of the requests of a connection. */
export type PlainListener = {
  /** Whether requests of this address are served here. */
  takes: (url: string) => boolean
  request: (request: PlainRequest, response: PlainResponse) => void
  /** Gets the connection for good, with everything on it that was not served; whatever is not plain ends here. */
  handOver: (connection: PlainConnection, socket: Socket) => void
  /** Whether answers that begin now are the last on their connections. */
  isClosing: () => boolean
}

export type PlainDeadlines = {
  /** For the first byte of a connection. */
  firstByteMs: number
  /** For the next request. */
  idleMs: number
  /** For the whole body of a request. */
  bodyMs: number
}

type Receiving = {
  received: number
  onMore: BodyArrival['onMore']
  pieces: BodyPieces
  left: number
  resolve: (body: Buffer | Promise<Buffer>) => void
  reject: (reason: BodyRefused) => void
}

const headEnd = Buffer.from('\r\n\r\n')
/** What a client may send ahead of the answer it waits for. */
const mostAhead = 64 * 1024

/**
 * Serves plain requests on a connection, one after the other, until one comes that is not plain: then the connection
 * becomes Node's. So nothing is ever read by us that two readers could understand differently.
 */
export class PlainConnection {
  readonly #socket: Socket
  readonly #listener: PlainListener
  #response: PlainResponse | undefined
  #receiving: Receiving | undefined
  /** Bytes of a body still to come that nobody waits for any more. */
  #unwanted = 0
  /** What came while an answer was being given. */
  #ahead: Buffer | undefined
  #served = false
  #isLast = false
  /** Since when it waits for what it waits for; undefined until `check` has seen it wait. */
  #waitsSince: number | undefined

  constructor(socket: Socket, listener: PlainListener) {
    this.#socket = socket
    this.#listener = listener
    socket.on('data', this.#read).on('end', this.#ended).on('close', this.#closed).on('error', ignore)
  }

  closeWhenIdle(): void {
    if (this.#response === undefined) this.#socket.destroySoon()
  }

  /** Ends what takes too long. Called now and then: no request has a timer of its own. */
  check(now: number, { firstByteMs, idleMs, bodyMs }: PlainDeadlines): void {
    this.#waitsSince ??= now
    const waited = now - this.#waitsSince
    if (this.#receiving !== undefined || this.#unwanted > 0) {
      if (waited > bodyMs) this.#giveUpBody()
    } else if (this.#response === undefined && waited > (this.#served ? idleMs : firstByteMs)) {
      this.#socket.destroySoon()
    }
  }

  readonly #read = (chunk: Buffer): void => {
    let bytes = chunk
    if (this.#receiving !== undefined) bytes = this.#receive(this.#receiving, chunk)
    else if (this.#unwanted > 0) {
      bytes = chunk.subarray(this.#unwanted)
      this.#unwanted = Math.max(0, this.#unwanted - chunk.length)
    }
    if (bytes.length === 0) return
    // What was sent ahead waits for its turn even when nothing is being answered just now.
    if (this.#response === undefined && this.#ahead === undefined) this.#begin(bytes)
    else {
      this.#ahead = this.#ahead === undefined ? bytes : Buffer.concat([this.#ahead, bytes])
      if (this.#ahead.length > mostAhead) this.#socket.pause()
    }
  }

  #begin(bytes: Buffer): void {
    // The last answer is still on its way to a slow reader: another could not leave, and would be paid for.
    if (this.#socket.writableEnded) return
    const end = bytes.indexOf(headEnd)
    const head = end < 0 || end > longestPlainHead ? undefined : readPlainHead(bytes.toString('latin1', 0, end + 2))
    if (head === undefined || !this.#listener.takes(head.url)) {
      this.#handOver(bytes)
      return
    }
    this.#served = true
    this.#waitsSince = undefined
    const response = new PlainResponse(this.#socket, this.#finished, this.#listener.isClosing)
    this.#response = response
    const start = end + headEnd.length
    const rest = bytes.length - start - head.bodyLength
    if (rest > 0) this.#ahead = bytes.subarray(bytes.length - rest)
    const body =
      rest >= 0 ? bytes.subarray(start, start + head.bodyLength) : this.#awaitBody(bytes.subarray(start), -rest)
    this.#listener.request(new PlainRequest(head, this.#socket, body, this.#receiving), response)
  }

  #awaitBody(begun: Buffer, left: number): Promise<Buffer> {
    const body = new Promise<Buffer>((resolve, reject) => {
      const pieces = new BodyPieces()
      pieces.push(begun)
      this.#receiving = { pieces, left, received: begun.length, onMore: undefined, resolve, reject }
    })
    // Whoever was refused before does not ask for it.
    body.catch(ignore)
    return body
  }

  /** Answers what stands behind the body. */
  #receive(receiving: Receiving, chunk: Buffer): Buffer {
    const piece = chunk.subarray(0, receiving.left)
    const rest = chunk.subarray(receiving.left)
    receiving.pieces.push(piece)
    receiving.left -= piece.length
    receiving.received += piece.length
    receiving.onMore?.(receiving.received)
    if (receiving.left === 0) {
      this.#receiving = undefined
      receiving.resolve(receiving.pieces.join())
    }
    return rest
  }

  #giveUpBody(): void {
    this.#isLast = true
    this.#receiving?.reject(new BodyRefused('too_slow'))
    this.#receiving = undefined
    if (this.#response === undefined) this.#socket.destroySoon()
  }

  readonly #finished = (): void => {
    this.#isLast ||= this.#response?.isLast === true
    this.#response = undefined
    this.#waitsSince = undefined
    this.#unwanted = this.#receiving?.left ?? 0
    this.#receiving = undefined
    if (this.#isLast) this.#socket.destroySoon()
    // An answer may come before the call that asked for it returns: not one within the other.
    else if (this.#ahead !== undefined) setImmediate(this.#goOn)
  }

  readonly #goOn = (): void => {
    const bytes = this.#ahead
    if (bytes === undefined || this.#socket.destroyed) return
    // Whoever does not read his answers gets no more of them.
    if (this.#socket.writableNeedDrain) {
      this.#socket.once('drain', this.#goOn)
      return
    }
    this.#ahead = undefined
    this.#socket.resume()
    this.#begin(bytes)
  }

  #handOver(bytes: Buffer): void {
    const socket = this.#socket
    socket.off('data', this.#read).off('end', this.#ended).off('close', this.#closed).off('error', ignore)
    socket.unshift(bytes)
    this.#listener.handOver(this, socket)
  }

  /** Like Node we take a client that has closed its side for one that is gone. */
  readonly #ended = (): void => this.#socket.destroySoon()

  readonly #closed = (): void => {
    this.#receiving?.reject(new BodyRefused('client_gone'))
    this.#receiving = undefined
    this.#response?.close()
  }
}

const ignore = (): void => {}
