import type { Redis } from 'ioredis'
import { ApplicationError } from '#contract/errors.ts'
import { randomBytesText } from '../../lib/identifiers.ts'
import type { Log } from '../../lib/log.ts'
import { type Script, scripts } from './shared-accounts-scripts.ts'

type StepName = Exclude<keyof typeof scripts, 'enrol' | 'beat' | 'end'>
export type Reply = readonly string[]

/** What this process has open on an account. */
export type Part = { held: number; pending: number }

/** This process as one of the nodes that share the accounts. */
type AccountsNode = {
  /**
   * Takes a step and answers what `accept` makes of the reply; `accept` runs at once, so that nothing can come between
   * the step and what this process knows of it. Rejects with `storage_unavailable` while Redis is away.
   */
  ask: <Result>(
    name: StepName,
    keys: readonly string[],
    values: readonly (string | number)[],
    accept: (reply: Reply) => Result,
  ) => Promise<Result>
  /** Passes on what has happened here already. It arrives, or the accounts are told anew as a whole. */
  tell: (name: 'move' | 'change' | 'forget', keys: readonly string[], values: readonly (string | number)[]) => void
  close: () => Promise<void>
}

type NodeParts = {
  redis: Redis
  log: Log
  /** What this process has open, by account. */
  parts: () => Map<string, Part>
}

const beatMs = 3000
/** A node that was silent for so long has ended. */
const lifeMs = 10_000
/** Time for every node to notice that Redis lost its data and to tell what it holds. */
const settlingMs = 5000
/** How long the first steps wait for the first connection. */
const startMs = 3000

/**
 * Redis is told of changes as they happen. When telling fails, or Redis forgot us, what it knows of us is worthless:
 * the epoch is given up, and under the next one it is told everything that is open here. Steps of the old epoch that
 * arrive late are refused, and what they had changed is cleared away.
 */
export const createAccountsNode = ({ redis, log, parts }: NodeParts): AccountsNode => {
  const connection = redis.duplicate(connectionOptions)
  /** The server that answers us; undefined while none does. */
  let server: string | undefined
  let epoch: string | undefined
  let isFirst = true
  /** Epochs that were given up and are not buried yet. */
  let former: string[] = []
  /** Accounts of which Redis may know something wrong. */
  let doubtful = new Set<string>()
  let isAway = false

  const run = async (under: string, script: Script, keys: readonly string[], values: readonly (string | number)[]) => {
    const reply = await connection.evalsha(script.sha, keys.length, ...keys, under, ...values)
    if (!Array.isArray(reply)) throw new Error('a script answered something else than a list')
    return reply.map(String)
  }

  const enrol = (): string => {
    if (epoch !== undefined) return epoch
    if (server === undefined) throw unavailable(new Error('there is no connection to Redis'))
    const begun = randomBytesText(9)
    const told = { former, doubtful }
    former = []
    doubtful = new Set()
    const open = parts()
    for (const key of told.doubtful) if (!open.has(key)) open.set(key, { held: 0, pending: 0 })
    // Loaded on the same connection before they are used: a script that has to be sent twice would come out of turn.
    for (const { text } of Object.values(scripts)) connection.script('LOAD', text).catch(() => {})
    const values = [server, lifeMs, settlingMs, isFirst ? 'first' : 'again', told.former.length, ...told.former]
    for (const [key, { held, pending }] of open) values.push(key, held, pending)
    run(begun, scripts.enrol, [], values).then(
      () => {
        if (isAway) log.info('accounts are shared through Redis again')
        isAway = false
        isFirst = false
      },
      (error: unknown) => {
        former.push(...told.former)
        for (const key of told.doubtful) doubtful.add(key)
        leave(begun, error)
      },
    )
    epoch = begun
    return begun
  }

  const leave = (left: string, error: unknown) => {
    if (epoch !== left) return
    epoch = undefined
    former.push(left)
    if (!isAway) log.warn('Redis does not know what this node holds any more', { error })
    isAway = true
  }

  const tell: AccountsNode['tell'] = (name, keys, values) => {
    const doubt = () => {
      for (const key of keys) doubtful.add(key)
    }
    if (epoch === undefined) {
      doubt()
      return
    }
    const under = epoch
    const fail = (error: unknown) => {
      doubt()
      leave(under, error)
    }
    run(under, scripts[name], keys, values).then(([outcome]) => {
      if (outcome === 'lost') fail(forgotten())
    }, fail)
  }

  const beat = () => {
    if (server === undefined) return
    const under = enrol()
    run(under, scripts.beat, [], [lifeMs]).then(
      ([outcome, buried]) => {
        if (outcome === 'lost') leave(under, forgotten())
        else if (buried !== '0') log.info('cleared up after nodes that ended', { nodes: buried })
      },
      (error: unknown) => leave(under, error),
    )
  }

  const started = new Promise<void>((resolve) => {
    setTimeout(resolve, startMs).unref()
    connection.on('ready', () => {
      connection.info('server').then(
        (text) => {
          server = /run_id:(\w+)/.exec(text)?.[1] ?? 'unknown'
          beat()
          resolve()
        },
        // The connection broke again; the next one asks.
        () => {},
      )
    })
  })
  connection.on('close', () => {
    server = undefined
    if (epoch !== undefined) leave(epoch, new Error('the connection to Redis broke'))
  })
  connection.on('error', (error) => log.debug('no connection to Redis for the accounts', { error }))
  const beating = setInterval(beat, beatMs).unref()

  return {
    ask: async (name, keys, values, accept) => {
      if (isFirst) await started
      for (let tries = 1; ; tries += 1) {
        const under = enrol()
        const reply = await run(under, scripts[name], keys, values).catch((error: unknown) => {
          leave(under, error)
          throw unavailable(error)
        })
        if (reply[0] !== 'lost' && epoch === under) return accept(reply)
        leave(under, forgotten())
        if (tries === mostTries) throw unavailable(forgotten())
      }
    },
    tell,
    close: async () => {
      clearInterval(beating)
      if (epoch !== undefined) await run(epoch, scripts.end, [], []).catch(() => {})
      epoch = undefined
      server = undefined
      connection.disconnect()
    },
  }
}

const mostTries = 3

const connectionOptions = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  // What was sent may have been done: it must not be sent twice.
  autoResendUnfulfilledCommands: false,
  connectTimeout: 5000,
  /** A Redis that keeps us waiting longer is as good as away. */
  socketTimeout: 2000,
  retryStrategy: (attempt: number) => Math.min(50 * attempt, 1000),
  // A server that became a replica: its name may lead to the new one.
  reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
}

const unavailable = (cause: unknown) => new ApplicationError('storage_unavailable', {}, cause)
const forgotten = () => new Error('Redis forgot this node')
