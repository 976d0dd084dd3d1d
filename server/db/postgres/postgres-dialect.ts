import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { engineFailure, isConflict, isUnavailable } from '../failures.ts'

/** PostgreSQL's dialect of Kysely on a pool, with failures told apart from mistakes. */
export const postgresDialect = (pool: Pool): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new PostgresPoolDriver(pool),
  createIntrospector: (database) => new PostgresIntrospector(database),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

class PostgresPoolDriver implements Driver {
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresPoolConnection> {
    try {
      return new PostgresPoolConnection(await this.#pool.connect())
    } catch (error) {
      throw engineFailure(error)
    }
  }

  async beginTransaction(connection: PostgresPoolConnection): Promise<void> {
    await connection.run('begin')
  }

  async commitTransaction(connection: PostgresPoolConnection): Promise<void> {
    await connection.run('commit')
  }

  async rollbackTransaction(connection: PostgresPoolConnection): Promise<void> {
    // On a broken connection the server rolls back by itself, and the error that broke it is the one to report.
    if (!connection.broken) await connection.run('rollback')
  }

  async releaseConnection(connection: PostgresPoolConnection): Promise<void> {
    connection.release()
  }

  async destroy(): Promise<void> {}
}

class PostgresPoolConnection implements DatabaseConnection {
  readonly #client: PoolClient
  broken = false

  constructor(client: PoolClient) {
    this.#client = client
  }

  async run(sql: string, parameters: readonly unknown[] = []) {
    try {
      return await this.#client.query(sql, [...parameters])
    } catch (error) {
      const failure = engineFailure(error)
      if (isUnavailable(failure) && !isConflict(failure)) this.broken = true
      throw failure
    }
  }

  /** A connection that failed is not used again: an answer that was given up on may still arrive on it. */
  release(): void {
    this.#client.release(this.broken)
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, rowCount } = await this.run(query.sql, query.parameters)
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
  }

  // biome-ignore lint/correctness/useYield: nothing streams
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Streaming is not supported')
  }
}
