import { Kysely } from 'kysely'
import pg from 'pg'
import type { Clock } from '../../lib/clock.ts'
import { withDeadline } from '../../lib/deadline.ts'
import type { Log } from '../../lib/log.ts'
import { once } from '../../lib/once.ts'
import type { Database } from '../database.ts'
import { engineFailure, isConflict, isUnavailable, pingLimit, pingTookTooLong } from '../failures.ts'
import { migrate } from '../migrate.ts'
import type { Tables } from '../schema.ts'
import { createGroupCommit } from '../settling/group-commit.ts'
import type { KnownCharges, Settlement } from '../settling/settlement.ts'
import { tellingSlowCommits } from '../settling/slow-commits.ts'
import { postgresDialect } from './postgres-dialect.ts'
import { settleOnPostgres } from './postgres-settle.ts'

/** Once, and three times again. */
const mostTries = 4

type PostgresOptions = { url: string; clock: Clock; log: Log }

export const openPostgres = async ({ url, clock, log }: PostgresOptions): Promise<Database> => {
  await migratePostgres(url, log)
  const pool = createPool(url, log, { max: 9, ...limits })
  // Settlements have a connection of their own, so that no number of slow reports keeps them waiting.
  const settlePool = createPool(url, log, { max: 1, ...limits, ...settleLimits })
  const quickPool = createPool(url, log, { max: 6, ...limits, ...quickLimits })
  const query = new Kysely<Tables>({ dialect: postgresDialect(pool) })
  const commit = tellingSlowCommits((batch) => tryAgain(() => settleOnce(settlePool, batch)), { clock, log })
  const settlements = createGroupCommit(commit)
  return {
    engine: 'postgres',
    query,
    quick: new Kysely<Tables>({ dialect: postgresDialect(quickPool) }),
    transaction: (work) => tryAgain(() => query.transaction().execute(work)),
    settle: settlements.settle,
    ping: () => withDeadline(pingPool(pool), pingLimit, pingTookTooLong),
    close: once(async () => {
      await settlements.idle()
      await Promise.all([pool.end(), settlePool.end(), quickPool.end()])
    }),
  }
}

/** Milliseconds. The last limit is for a server that does not even answer that the time is up. */
const limits = {
  connectionTimeoutMillis: 5000,
  idle_in_transaction_session_timeout: 15_000,
  statement_timeout: 30_000,
  query_timeout: 35_000,
}

/** A finished call waits for this, and what cannot be stored here in time is kept elsewhere. */
const settleLimits = { statement_timeout: 8000, query_timeout: 10_000 }

/** Who is not answered in time asks again on another connection. */
const quickLimits = { connectionTimeoutMillis: 2500, statement_timeout: 2000, query_timeout: 2000 }

const createPool = (url: string, log: Log, config: pg.PoolConfig): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'sluice',
    keepAlive: true,
    // Our statements are over sooner than they would be compiled, and several processes for one would take the
    // processors of calls.
    options: '-c jit=off -c max_parallel_workers_per_gather=0',
    types: postgresTypes,
    ...config,
  })
  pool.on('error', (error) => log.warn('An idle database connection was lost', { error }))
  // Lost between two statements of a transaction, a connection tells here; the next statement fails and says so.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** On connections without limits: a node waits here as long as another one migrates. */
const migratePostgres = async (url: string, log: Log): Promise<void> => {
  const pool = createPool(url, log, { max: 2, connectionTimeoutMillis: limits.connectionTimeoutMillis })
  try {
    await migrate(new Kysely({ dialect: postgresDialect(pool) }), 'postgres')
  } finally {
    await pool.end()
  }
}

const settleOnce = async (pool: pg.Pool, settlements: readonly Settlement[]): Promise<KnownCharges> => {
  const client = await pool.connect().catch((error: unknown) => {
    throw engineFailure(error)
  })
  let broken = false
  try {
    return await settleOnPostgres(client, settlements)
  } catch (error) {
    const failure = engineFailure(error)
    broken = isUnavailable(failure) && !isConflict(failure)
    throw failure
  } finally {
    client.release(broken)
  }
}

/** A server that only reads, as one that follows another does, cannot take a charge. */
const pingPool = async (pool: pg.Pool): Promise<void> => {
  const { rows } = await pool
    .query<{ readOnly: string }>(`select current_setting('transaction_read_only') as "readOnly"`)
    .catch((error: unknown) => {
      throw engineFailure(error)
    })
  if (rows[0]?.readOnly === 'on') throw engineFailure(new Error('The database takes no changes'))
}

/** Serialisation failures and deadlocks say nothing but "again". */
const tryAgain = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (tries >= mostTries || !isConflict(error)) throw error
    }
  }
}

/** 64-bit integers, and numeric as sums of them are, read as numbers that are exact or not at all. */
const bigint = 20
const numeric = 1700

export const postgresTypes: pg.CustomTypesConfig = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    type === bigint || type === numeric ? safeNumber : pg.types.getTypeParser(type, format),
}

const safeNumber = (text: string): number => {
  const value = Number(text)
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new RangeError('A number is too large to be read exactly')
  return value
}
