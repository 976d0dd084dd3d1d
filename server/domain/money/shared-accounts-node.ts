import { type Redis, ReplyError } from 'ioredis'
import { ApplicationError } from '#contract/errors.ts'
import { randomBytesText } from '../../lib/identifiers.ts'
import type { Log } from '../../lib/log.ts'
import { redisLimits } from '../../lib/redis-connection.ts'
import { type Script, scripts } from './shared-accounts-scripts.ts'

type StepName = Exclude<keyof typeof scripts, 'enrol' | 'beat' | 'end'>
export type Reply = readonly string[]

/** What this process has open on an account. */
export type Part = { held: number; pending: number; owed: number }

type NodeParts = {
  redis: Redis
  log: Log
  /** What this process has open, by account. */
  parts: () => Map<string, Part>
}

const beatMs = 1000
/** A node that was silent for so long has ended. */
const lifeMs = 10_000
/** Time for every node to notice that Redis lost its data and to tell what it holds. */
const settlingMs = 5000
/** How long the first steps wait for the first connection. */
const startMs = 3000

/** Steps that are taken, and those that tell of what has happened here already. */
type Told = 'move' | 'change' | 'forget'
type Values = readonly (string | number)[]

/**
 * This process as one of the nodes that share the accounts.
 *
 * Redis is told of changes as they happen. When telling fails, or Redis forgot us, what it knows of us is worthless:
 * the epoch is given up, and under the next one it is told everything that is open here. Steps of the old epoch that
 * arrive late are refused, and what they had changed is cleared away.
 */
export class AccountsNode {
  readonly #redis: Redis
  readonly #log: Log
  readonly #parts: NodeParts['parts']
  readonly #started: Promise<void>
  readonly #beating: NodeJS.Timeout
  /** The server that answers us; undefined while none does. */
  #server: string | undefined
  #epoch: string | undefined
  #isFirst = true
  /** Epochs that were given up and are not buried yet. */
  #former: string[] = []
  /** Accounts of which Redis may know something wrong. */
  #doubtful = new Set<string>()
  #isAway = false
  /** The server answers, and will not do what it is asked: it is full, or has to wait for replicas. */
  #isRefused = false

  constructor({ redis, log, parts }: NodeParts) {
    this.#redis = redis.duplicate(redisLimits)
    this.#log = log
    this.#parts = parts
    this.#started = this.#begin()
    this.#redis.on('close', () => {
      this.#server = undefined
      if (this.#epoch !== undefined) this.#leave(this.#epoch, new Error('the connection to Redis broke'))
    })
    this.#redis.on('error', (error) => log.debug('no connection to Redis for the accounts', { error }))
    this.#beating = setInterval(() => this.#beat(), beatMs).unref()
  }

  /**
   * Takes a step and answers what `accept` makes of the reply; `accept` runs at once, so that nothing can come between
   * the step and what this process knows of it. Rejects with `storage_unavailable` while Redis is away.
   */
  async ask<Result>(
    name: StepName,
    keys: readonly string[],
    values: Values,
    accept: (reply: Reply) => Result,
  ): Promise<Result> {
    if (this.#isFirst) await this.#started
    for (let tries = 1; ; tries += 1) {
      const under = this.#enrol()
      const reply = await this.#run(under, scripts[name], keys, values).catch((error: unknown) => {
        this.#leave(under, error)
        throw unavailable(error)
      })
      if (reply[0] !== 'lost' && this.#epoch === under) return accept(reply)
      this.#leave(under, forgotten())
      if (tries === mostTries) throw unavailable(forgotten())
    }
  }

  /** Passes on what has happened here already. It arrives, or the accounts are told anew as a whole. */
  tell(name: Told, keys: readonly string[], values: Values): void {
    const doubt = () => {
      for (const key of keys) this.#doubtful.add(key)
    }
    if (this.#epoch === undefined) {
      doubt()
      return
    }
    const under = this.#epoch
    const fail = (error: unknown) => {
      doubt()
      this.#leave(under, error)
    }
    this.#run(under, scripts[name], keys, values).then(([outcome]) => {
      if (outcome === 'lost') fail(forgotten())
    }, fail)
  }

  isReachable(): boolean {
    return this.#server !== undefined && !this.#isRefused
  }

  async close(): Promise<void> {
    clearInterval(this.#beating)
    if (this.#epoch !== undefined) await this.#run(this.#epoch, scripts.end, [], []).catch(() => {})
    this.#epoch = undefined
    this.#server = undefined
    this.#redis.disconnect()
  }

  #begin(): Promise<void> {
    return new Promise<void>((resolve) => {
      setTimeout(resolve, startMs).unref()
      this.#redis.on('ready', () => {
        this.#redis.info('server').then(
          (text) => {
            this.#server = /run_id:(\w+)/.exec(text)?.[1] ?? 'unknown'
            this.#beat()
            resolve()
          },
          // The connection broke again; the next one asks.
          () => {},
        )
      })
    })
  }

  async #run(under: string, script: Script, keys: readonly string[], values: Values): Promise<string[]> {
    const reply = await this.#redis.evalsha(script.sha, keys.length, ...keys, under, ...values)
    if (!Array.isArray(reply)) throw new Error('a script answered something else than a list')
    return reply.map(String)
  }

  #enrol(): string {
    if (this.#epoch !== undefined) return this.#epoch
    if (this.#server === undefined) throw unavailable(new Error('there is no connection to Redis'))
    const begun = randomBytesText(9)
    const told = { former: this.#former, doubtful: this.#doubtful }
    this.#former = []
    this.#doubtful = new Set()
    const open = this.#parts()
    for (const key of told.doubtful) if (!open.has(key)) open.set(key, { held: 0, pending: 0, owed: 0 })
    // Loaded on the same connection before they are used: a script that has to be sent twice would come out of turn.
    for (const { text } of Object.values(scripts)) this.#redis.script('LOAD', text).catch(() => {})
    const manner = this.#isFirst ? 'first' : 'again'
    const values = [this.#server, lifeMs, settlingMs, manner, told.former.length, ...told.former]
    for (const [key, { held, pending, owed }] of open) values.push(key, held, pending, owed)
    this.#run(begun, scripts.enrol, [], values).then(
      () => {
        if (this.#isAway) this.#log.info('accounts are shared through Redis again')
        this.#isAway = false
        this.#isRefused = false
        this.#isFirst = false
      },
      (error: unknown) => {
        this.#former.push(...told.former)
        for (const key of told.doubtful) this.#doubtful.add(key)
        this.#leave(begun, error)
      },
    )
    this.#epoch = begun
    return begun
  }

  #leave(left: string, error: unknown): void {
    if (this.#epoch !== left) return
    this.#epoch = undefined
    this.#former.push(left)
    this.#isRefused = error instanceof ReplyError
    if (!this.#isAway) this.#log.warn('Redis does not know what this node holds any more', { error })
    this.#isAway = true
  }

  #beat(): void {
    if (this.#server === undefined) return
    const under = this.#enrol()
    this.#run(under, scripts.beat, [], [lifeMs]).then(
      ([outcome, buried]) => {
        if (outcome === 'lost') this.#leave(under, forgotten())
        else if (buried !== '0') this.#log.info('cleared up after nodes that ended', { nodes: buried })
      },
      (error: unknown) => this.#leave(under, error),
    )
  }
}

const mostTries = 3

const unavailable = (cause: unknown) => new ApplicationError('storage_unavailable', {}, cause)
const forgotten = () => new Error('Redis forgot this node')
