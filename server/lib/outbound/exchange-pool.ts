import type { OutboundExchange } from './outbound-exchange.ts'

/** The connections to one origin, whoever speaks HTTP on them. */
export type ExchangePool = {
  readonly host: string
  /** Nothing runs on it, and nothing will. */
  readonly isOver: boolean
  send: (exchange: OutboundExchange) => void
  /** Called every `tickMs`. */
  tick: () => void
  /** Ends itself when what still runs on it has ended. */
  retire: () => void
  destroy: (error: Error) => void
}

export const mostConnections = 2048

/** Shorter than balancers commonly keep idle connections, so that we rarely send on one that is just being closed. */
export const usualKeepMs = 30_000
export const longestKeepMs = 60_000
/** By how much earlier than the other side we give an idle connection up. */
export const keepMarginMs = 1000
