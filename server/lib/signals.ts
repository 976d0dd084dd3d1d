import { EventEmitter } from 'node:events'
import type { Log } from './log.ts'
import type { RedisSignals, RedisSignalsParts } from './redis-signals.ts'
import type { Signal } from './signal.ts'

/** Short messages to every node, this one included. Each is delivered at most once. */
export type Signals = {
  publish: (topic: string, text: string) => void
  /** Answers the function that ends the subscription. */
  subscribe: (topic: string, listener: (signal: Signal) => void) => () => void
  /** To the listeners of this node alone. */
  deliver: (topic: string, signal: Signal) => void
  /** Why nothing is heard of other nodes, where that will not mend by itself. */
  refusal: () => string | undefined
  isOpen: () => boolean
  close: () => Promise<void>
}

/** Signals within this process, and between processes when there is a Redis. A Redis that is away is waited for. */
export const createSignals = async ({
  redisUrl,
  log,
}: {
  redisUrl?: string | undefined
  log: Log
}): Promise<Signals> => {
  const topics = new EventEmitter<Record<string, [Signal]>>().setMaxListeners(0)
  const deliver = (topic: string, signal: Signal) => {
    for (const listener of topics.listeners(topic)) {
      try {
        listener(signal)
      } catch (error) {
        log.error('a listener to a signal failed', { topic, error })
      }
    }
  }
  const deliverToAll = (signal: Signal) => {
    for (const topic of topics.eventNames()) deliver(String(topic), signal)
  }
  const link = redisUrl === undefined ? undefined : await openLink({ url: redisUrl, deliver, deliverToAll, log })
  await link?.start()
  let isOpen = true
  return {
    publish: (topic, text) => {
      const signal = { kind: 'message', text } as const
      deliver(topic, signal)
      link?.send(topic, signal)
    },
    subscribe: (topic, listener) => {
      topics.on(topic, listener)
      return () => topics.off(topic, listener)
    },
    deliver,
    refusal: () => link?.refusal(),
    isOpen: () => isOpen,
    close: async () => {
      isOpen = false
      topics.removeAllListeners()
      link?.close()
    },
  }
}

/** The client of Redis is memory that a lone node has no use for. */
const openLink = async (parts: RedisSignalsParts): Promise<RedisSignals> => {
  const { RedisSignals } = await import('./redis-signals.ts')
  return new RedisSignals(parts)
}
