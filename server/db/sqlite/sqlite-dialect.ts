import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { SqliteStorage, WriterTurn } from './sqlite-storage.ts'

/** SQLite's dialect of Kysely over threads: reads go to readers, writes and transactions to the writer. */
export const sqliteDialect = (storage: SqliteStorage): Dialect => ({
  createAdapter: () => new TransactionalSqliteAdapter(),
  createDriver: () => new SqliteThreadsDriver(storage),
  createIntrospector: (database) => new SqliteIntrospector(database),
  createQueryCompiler: () => new SqliteQueryCompiler(),
})

/** A migration runs in one transaction, which here also keeps a second process out until it is done. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class SqliteThreadsDriver implements Driver {
  readonly #storage: SqliteStorage

  constructor(storage: SqliteStorage) {
    this.#storage = storage
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteThreadsConnection> {
    return new SqliteThreadsConnection(this.#storage)
  }

  async beginTransaction(connection: SqliteThreadsConnection): Promise<void> {
    await connection.begin()
  }

  async commitTransaction(connection: SqliteThreadsConnection): Promise<void> {
    await connection.end('commit')
  }

  async rollbackTransaction(connection: SqliteThreadsConnection): Promise<void> {
    await connection.end('rollback')
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {}
}

class SqliteThreadsConnection implements DatabaseConnection {
  readonly #storage: SqliteStorage
  #turn: WriterTurn | undefined

  constructor(storage: SqliteStorage) {
    this.#storage = storage
  }

  async begin(): Promise<void> {
    this.#turn = await this.#storage.begin()
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    const turn = this.#turn
    this.#turn = undefined
    await turn?.[how]()
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const run = this.#turn?.query ?? (isRead(query) ? this.#storage.read : this.#storage.write)
    const { rows, changes, insertId } = await run(query.sql, query.parameters)
    return {
      // seam: Kysely gives each query the type of its rows
      rows: rows as Row[],
      numAffectedRows: BigInt(changes),
      insertId: BigInt(insertId),
    }
  }

  // biome-ignore lint/correctness/useYield: rows come whole from their thread
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Streaming is not supported')
  }
}

const isRead = ({ query, sql }: CompiledQuery): boolean =>
  query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && /^\s*select\b/i.test(sql))
