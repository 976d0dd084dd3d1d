import type { buildConnector, Dispatcher, Pool } from 'undici'
import { type ExchangePool, keepMarginMs, longestKeepMs, mostConnections, usualKeepMs } from './exchange-pool.ts'
import type { OutboundExchange, OutboundHeaders } from './outbound-exchange.ts'
import { undici } from './undici.ts'

/** The connections to one origin as undici keeps them and speaks on them: for the day our own must not. */
export class UndiciPool implements ExchangePool {
  readonly host: string
  readonly #pool: Pool
  isOver = false

  constructor(url: URL, connect: buildConnector.connector) {
    this.host = url.host
    const { Pool } = undici()
    this.#pool = new Pool(url.origin, {
      ...undiciOptions,
      connect,
      connections: mostConnections,
      keepAliveTimeout: usualKeepMs,
      keepAliveMaxTimeout: longestKeepMs,
      keepAliveTimeoutThreshold: keepMarginMs,
    })
  }

  send(exchange: OutboundExchange): void {
    const { target, deadlines, handler } = exchange
    const { method, path, headers, body } = target
    const call = { method, path, headers, body, headersTimeout: deadlines.firstByteMs, bodyTimeout: deadlines.idleMs }
    const translated: Dispatcher.DispatchHandler = {
      onRequestStart: (controller) =>
        exchange.begin({
          pause: () => controller.pause(),
          resume: () => controller.resume(),
          fail: (reason) => controller.abort(reason),
        }),
      onResponseStart: (_controller, status, received) => handler.onResponseStart(exchange, status, readable(received)),
      onResponseData: (_controller, chunk) => handler.onResponseData(exchange, chunk),
      onResponseEnd: () => exchange.end(),
      onResponseError: (_controller, error) => exchange.fail(error),
    }
    this.#pool.dispatch(call, translated)
  }

  /** It has timers of its own. */
  tick(): void {}

  retire(): void {
    this.#pool.close().then(this.#ended, this.#ended)
  }

  destroy(error: Error): void {
    this.#pool.destroy(error).then(this.#ended, this.#ended)
  }

  readonly #ended = (): void => {
    this.isOver = true
  }
}

/** One request at a time on a connection, in HTTP/1.1. */
export const undiciOptions = { pipelining: 1, allowH2: false, maxHeaderSize: 32 * 1024 }

const readable = (headers: Record<string, string | string[] | undefined>): OutboundHeaders => ({
  get: (name) => {
    const value = Object.hasOwn(headers, name) ? headers[name] : undefined
    return Array.isArray(value) ? value.join(', ') : value
  },
})
