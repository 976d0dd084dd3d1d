import { EventEmitter } from 'node:events'
import { Redis } from 'ioredis'
import * as z from 'zod/mini'
import { randomBytesText } from './identifiers.ts'
import type { Log } from './log.ts'

/** `missed`: messages may have been lost since the last one, so whoever keeps a copy of something reads it again. */
export type Signal = { kind: 'message'; text: string } | { kind: 'missed' }

/** Short messages to every node, this one included. Each is delivered at most once. */
export type Signals = {
  publish: (topic: string, text: string) => void
  /** Answers the function that ends the subscription. */
  subscribe: (topic: string, listener: (signal: Signal) => void) => () => void
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
  const link = redisUrl === undefined ? undefined : await connect(redisUrl, deliver, deliverToAll, log)
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
    close: async () => {
      topics.removeAllListeners()
      await link?.close()
    },
  }
}

const redisChannel = 'sluice:signals'
/** How long the start waits for a Redis before it goes on without. */
const patience = 3000

const envelope = z.object({
  from: z.string(),
  topic: z.string(),
  signal: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('message'), text: z.string() }),
    z.object({ kind: z.literal('missed') }),
  ]),
})

type Link = { send: (topic: string, signal: Signal) => void; close: () => Promise<void> }

const connect = async (
  url: string,
  deliver: (topic: string, signal: Signal) => void,
  deliverToAll: (signal: Signal) => void,
  log: Log,
): Promise<Link> => {
  const self = randomBytesText(9)
  const publisher = openRedis(url)
  const subscriber = openRedis(url)
  /** Topics with messages that could not be sent: the other nodes are told that they missed something. */
  const unsent = new Set<string>()
  const send = (topic: string, signal: Signal) => {
    publisher.publish(redisChannel, JSON.stringify({ from: self, topic, signal })).catch(() => unsent.add(topic))
  }
  for (const redis of [publisher, subscriber]) {
    // Every failed try to reconnect is an error event: the first tells the operator enough.
    let away = false
    redis.on('error', (error) => {
      if (!away) log.warn('no connection to Redis, trying on', { error })
      away = true
    })
    redis.on('ready', () => {
      if (away) log.info('connected to Redis again')
      away = false
    })
  }
  publisher.on('ready', () => {
    const topics = [...unsent]
    unsent.clear()
    for (const topic of topics) send(topic, { kind: 'missed' })
  })
  subscriber.on('message', (_channel, text) => {
    const message = readEnvelope(text)
    if (message === undefined) log.warn('a signal cannot be read')
    else if (message.from !== self) deliver(message.topic, message.signal)
  })
  let started = false
  const subscribed = new Promise<void>((resolve) => {
    subscriber.on('ready', () => {
      subscriber.subscribe(redisChannel).then(
        () => {
          if (started) deliverToAll({ kind: 'missed' })
          resolve()
        },
        // The connection broke again; the next one subscribes.
        () => {},
      )
    })
  })
  await Promise.race([subscribed, new Promise((resolve) => setTimeout(resolve, patience).unref())])
  started = true
  return {
    send,
    close: async () => {
      publisher.disconnect()
      subscriber.disconnect()
    },
  }
}

const openRedis = (url: string): Redis =>
  new Redis(url, {
    enableOfflineQueue: false,
    // Subscribing again is done here, so that it is known when it is done.
    autoResubscribe: false,
    maxRetriesPerRequest: 0,
    keepAlive: 10_000,
    connectTimeout: 5000,
    retryStrategy: (attempt) => Math.min(100 * attempt, 2000),
  })

const readEnvelope = (text: string): z.output<typeof envelope> | undefined => {
  try {
    return z.parse(envelope, JSON.parse(text))
  } catch {
    return undefined
  }
}
