import type { Socket } from 'node:net'
import { removeFrom } from '../remove-from.ts'
import { type ExchangePool, mostConnections } from './exchange-pool.ts'
import { OutboundConnection } from './outbound-connection.ts'
import type { OutboundExchange } from './outbound-exchange.ts'
import { errors } from './undici.ts'

/**
 * Opens a connection. With `read` it is given what comes, and answers true; or the socket's own events tell, and it
 * answers false.
 */
export type Connect = (
  read: (bytes: Buffer) => void,
  done: (error: Error | null, socket: Socket | null, readsItself: boolean) => void,
) => void

/** The connections to one origin: kept open, each with one request at a time. */
export class OutboundPool implements ExchangePool {
  readonly host: string
  readonly #connect: Connect
  readonly #connections: OutboundConnection[] = []
  /** The one used last is used next, so that those too many become old and are closed. */
  readonly #idle: OutboundConnection[] = []
  readonly #waiting: OutboundExchange[] = []
  #opening = 0
  #isRetired = false
  #isDestroyed = false

  constructor(host: string, connect: Connect) {
    this.host = host
    this.#connect = connect
  }

  get isOver(): boolean {
    return this.#isRetired && this.#connections.length + this.#opening + this.#waiting.length === 0
  }

  send(exchange: OutboundExchange): void {
    for (let free = this.#idle.pop(); free !== undefined; free = this.#idle.pop()) {
      if (!free.isOpen) continue
      free.send(exchange)
      return
    }
    this.#waiting.push(exchange)
    this.#open()
  }

  tick(): void {
    for (const connection of [...this.#connections]) connection.tick()
  }

  retire(): void {
    this.#isRetired = true
    for (const connection of this.#idle.splice(0)) connection.destroy()
  }

  destroy(error: Error): void {
    this.#isDestroyed = true
    for (const exchange of this.#waiting.splice(0)) if (!exchange.isOver) exchange.fail(error)
    for (const connection of [...this.#connections]) connection.fail(error)
  }

  #open(): void {
    if (this.#connections.length + this.#opening >= mostConnections) return
    this.#opening += 1
    let connection: OutboundConnection | undefined
    const done = (error: Error | null, socket: Socket | null, readsItself: boolean) => {
      this.#opening -= 1
      if (error !== null || socket === null) {
        this.#next()?.fail(error ?? new errors.SocketError('No connection came about'))
        this.#openForThoseWaiting()
        return
      }
      if (this.#isDestroyed) {
        socket.destroy()
        return
      }
      connection = new OutboundConnection(socket, this)
      this.#connections.push(connection)
      if (!readsItself) socket.on('data', (bytes: Buffer) => connection?.read(bytes))
      this.free(connection)
    }
    try {
      this.#connect((bytes) => connection?.read(bytes), done)
    } catch (error) {
      done(error instanceof Error ? error : new errors.SocketError(String(error)), null, false)
    }
  }

  free(connection: OutboundConnection): void {
    const next = this.#next()
    if (next !== undefined) connection.send(next)
    else if (this.#isRetired) connection.destroy()
    else this.#idle.push(connection)
  }

  sendAgain(exchange: OutboundExchange): void {
    if (this.#isDestroyed) {
      exchange.fail(new errors.ClientDestroyedError())
      return
    }
    this.#waiting.push(exchange)
    this.#open()
  }

  gone(connection: OutboundConnection): void {
    removeFrom(this.#connections, connection)
    const place = this.#idle.indexOf(connection)
    if (place >= 0) this.#idle.splice(place, 1)
    this.#openForThoseWaiting()
  }

  #next(): OutboundExchange | undefined {
    let next = this.#waiting.shift()
    while (next?.isOver) next = this.#waiting.shift()
    return next
  }

  /** There may only be so many at a time: one that is gone makes room for another. */
  #openForThoseWaiting(): void {
    if (this.#waiting.length > this.#opening) this.#open()
  }
}
