import type { Redis } from 'ioredis'
import { randomBytesText } from './identifiers.ts'
import type { Log } from './log.ts'
import { openRedis } from './redis-connection.ts'
import { readEnvelope, type Signal, writeEnvelope } from './signal.ts'

export type RedisSignalsParts = {
  url: string
  deliver: (topic: string, signal: Signal) => void
  deliverToAll: (signal: Signal) => void
  log: Log
}

/** Signals between processes. Each wants to hear itself once a second: where it does not, it connects anew. */
export class RedisSignals {
  readonly #parts: RedisSignalsParts
  readonly #self = randomBytesText(9)
  readonly #publisher: Redis
  readonly #subscriber: Redis
  readonly #beating: NodeJS.Timeout
  /** Topics with messages that could not be sent: the other nodes are told that they missed something. */
  readonly #unsent = new Set<string>()
  readonly #hears = Promise.withResolvers<void>()
  #isStarted = false
  #isSubscribed = false
  #heardAt = performance.now()
  #isDeaf = false
  #refusal: string | undefined

  constructor(parts: RedisSignalsParts) {
    this.#parts = parts
    this.#publisher = this.#open()
    this.#subscriber = this.#open()
    this.#publisher.on('ready', () => this.#beat())
    this.#subscriber.on('ready', () => this.#subscribe())
    this.#subscriber.on('close', () => {
      this.#isSubscribed = false
    })
    this.#subscriber.on('message', (_channel, text) => this.#hear(text))
    this.#beating = setInterval(() => this.#tick(), beatMs).unref()
  }

  /** Until it hears, but not for long: a Redis that is away is waited for in the background. */
  async start(): Promise<void> {
    await Promise.race([this.#hears.promise, new Promise((resolve) => setTimeout(resolve, startMs).unref())])
    this.#isStarted = true
  }

  send(topic: string, signal: Signal): void {
    this.#publish(topic, signal).catch((error: unknown) => {
      this.#unsent.add(topic)
      this.#noteRefusal(error)
    })
  }

  /** What Redis does not allow this node, which only an operator can mend. */
  refusal(): string | undefined {
    return this.#refusal
  }

  close(): void {
    clearInterval(this.#beating)
    this.#publisher.disconnect()
    this.#subscriber.disconnect()
  }

  #open(): Redis {
    const { url, log } = this.#parts
    const redis = openRedis(url)
    // Every failed try to reconnect is an error event: the first tells the operator enough.
    let isAway = false
    redis.on('error', (error) => {
      if (!isAway) log.warn('no connection to Redis, trying on', { error })
      isAway = true
    })
    redis.on('ready', () => {
      if (isAway) log.info('connected to Redis again')
      isAway = false
    })
    return redis
  }

  async #publish(topic: string, signal: Signal): Promise<void> {
    await this.#publisher.publish(redisChannel, writeEnvelope({ from: this.#self, topic, signal }))
  }

  #beat(): void {
    this.#publish(beatTopic, beat).then(
      () => {
        const topics = [...this.#unsent]
        this.#unsent.clear()
        for (const topic of topics) this.send(topic, { kind: 'missed' })
      },
      (error: unknown) => this.#noteRefusal(error),
    )
  }

  #subscribe(): void {
    this.#subscriber.subscribe(redisChannel).then(
      () => {
        this.#isSubscribed = true
        this.#heardAt = performance.now()
        if (this.#isStarted) this.#parts.deliverToAll({ kind: 'missed' })
        this.#hears.resolve()
      },
      // Where the connection broke again, the next one subscribes.
      (error: unknown) => this.#noteRefusal(error),
    )
  }

  #hear(text: string): void {
    const { deliver, log } = this.#parts
    const message = readEnvelope(text)
    if (message === undefined) log.warn('a signal cannot be read')
    else if (message.from !== this.#self) deliver(message.topic, message.signal)
    else if (message.topic === beatTopic) {
      this.#heardAt = performance.now()
      if (this.#isDeaf) log.info('this node hears again what is announced')
      this.#isDeaf = false
      this.#refusal = undefined
    }
  }

  #tick(): void {
    this.#beat()
    if (this.#subscriber.status !== 'ready') return
    if (!this.#isSubscribed) {
      this.#subscribe()
      return
    }
    if (performance.now() - this.#heardAt < silenceMs || this.#refusal !== undefined) return
    if (!this.#isDeaf) this.#parts.log.warn('this node does not hear what it announces itself, and connects anew')
    this.#isDeaf = true
    this.#heardAt = performance.now()
    this.#subscriber.disconnect(true)
  }

  #noteRefusal(error: unknown): void {
    if (!(error instanceof Error) || !error.message.startsWith('NOPERM') || this.#refusal !== undefined) return
    this.#refusal = error.message
    this.#parts.log.error('Redis does not let this node announce or hear changes', { error })
  }
}

const redisChannel = 'sluice:signals'
const beatTopic = 'beat'
const beat: Signal = { kind: 'message', text: '' }
const beatMs = 1000
const silenceMs = 2500
/** How long the start waits for a Redis before it goes on without. */
const startMs = 3000
