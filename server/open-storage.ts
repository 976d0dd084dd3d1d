import { join } from 'node:path'
import type { Redis } from 'ioredis'
import type { Database } from './db/database.ts'
import { openDatabase, sqliteFile } from './db/open.ts'
import { openReserve, type Reserve } from './db/sqlite/reserve.ts'
import { openSpool, type Spool } from './db/sqlite/spool.ts'
import type { Environment } from './environment.ts'
import type { Clock } from './lib/clock.ts'
import { closeEach } from './lib/close-each.ts'
import type { Log } from './lib/log.ts'
import { createSignals, type Signals } from './lib/signals.ts'
import { openVault, type Vault } from './lib/vault.ts'

export type Storage = {
  vault: Vault
  database: Database
  spool: Spool
  reserve: Reserve
  signals: Signals
  /** Where several nodes share what they count. */
  redis: Redis | undefined
  close: () => Promise<void>
}

type Parts = {
  clock: Clock
  log: Log
  /** Stands between the node and its database. */
  intercept?: (database: Database) => Database
}

/** Where a node keeps what outlasts it, and how it hears of other nodes. */
export const openStorage = async (environment: Environment, parts: Parts): Promise<Storage> => {
  const closings: (() => unknown)[] = []
  const close = () => closeEach(closings)
  try {
    return { ...(await openEach(environment, parts, closings)), close }
  } catch (error) {
    await close().catch(() => {})
    throw error
  }
}

/** Puts what closes each of them before what closes those it was opened after. */
const openEach = async (
  environment: Environment,
  { clock, log, intercept = (it) => it }: Parts,
  closings: (() => unknown)[],
): Promise<Omit<Storage, 'close'>> => {
  const closed = <Opened extends { close: () => unknown }>(opened: Opened): Opened => {
    closings.unshift(() => opened.close())
    return opened
  }
  const inData = (name: string) => join(environment.DATA_DIR, name)
  const redis = environment.REDIS_URL === undefined ? undefined : await openLimits(environment.REDIS_URL, log)
  if (redis !== undefined) closings.unshift(() => redis.disconnect())
  const vault = await openVault({ secret: environment.SLUICE_SECRET, file: inData('secret') })
  const opened = await openDatabase({
    url: environment.DATABASE_URL,
    file: sqliteFile(environment.DATA_DIR),
    clock,
    log,
  })
  const database = closed(intercept(opened))
  const spool = closed(await openSpool(inData('spool.sqlite'), log))
  const reserve = closed(await openReserve(inData('charges.reserve')))
  const signals = closed(await createSignals({ redisUrl: environment.REDIS_URL, log }))
  return { vault, database, spool, reserve, signals, redis }
}

const openLimits = async (url: string, log: Log): Promise<Redis> => {
  const { openRedis } = await import('./lib/redis-connection.ts')
  const redis = openRedis(url)
  // Limits are counted here while Redis is away; the signals tell the operator of it.
  redis.on('error', (error) => log.debug('no connection to Redis', { error }))
  return redis
}
