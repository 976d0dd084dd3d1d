import { statSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { beInBackground } from '../../lib/background-thread.ts'
import type { KnownCharges } from '../settling/settlement.ts'
import type { SqliteAnswer, SqliteRequest, SqliteRows, SqliteWorkerData } from './sqlite-messages.ts'
import { createSqliteSettle } from './sqlite-settle.ts'

/** One connection to SQLite on a thread of its own: takes a request, runs it to its end, answers. */

// seam: what the thread was started with; only sqlite-thread.ts starts it
const { role, file } = workerData as SqliteWorkerData

// Calls that are under way come before lists.
if (role === 'reader') beInBackground()

const mostStatements = 300

type Connection = {
  database: DatabaseSync
  fileNumber: number
  statements: Map<string, { statement: StatementSync; hasRows: boolean }>
  settle: ReturnType<typeof createSqliteSettle> | undefined
}
let connection: Connection | undefined

const connect = (): Connection => {
  const database = new DatabaseSync(file, { readOnly: role === 'reader', timeout: 5000 })
  if (role === 'writer') {
    database.exec(`
      pragma journal_mode = wal;
      pragma synchronous = full;
      pragma foreign_keys = on;
      pragma journal_size_limit = 67108864;
      pragma wal_autocheckpoint = 4000;
    `)
  }
  // What is not in here comes from the system's own cache, which is as quick and not counted as ours.
  database.exec('pragma cache_size = -4000')
  // PostgreSQL has it by itself.
  database.aggregate('bit_or', {
    start: 0n,
    step: (bits: bigint, more) => (typeof more === 'bigint' ? bits | more : bits),
    useBigIntArguments: true,
  })
  return { database, fileNumber: statSync(file).ino, statements: new Map(), settle: undefined }
}

const answer = (request: SqliteRequest): SqliteRows | undefined => {
  if (request.kind === 'close') {
    connection?.database.close()
    return undefined
  }
  connection ??= connect()
  if (role === 'writer' && !connection.database.isTransaction) assertInPlace(connection)
  switch (request.kind) {
    case 'query':
      return query(connection, request.sql, request.parameters)
    case 'settle':
      connection.settle ??= createSqliteSettle(connection.database)
      return rowsOfKnown(connection.settle(request.values))
    case 'check':
      if (connection.database.isTransaction) return undefined
      connection.database.exec('begin immediate')
      connection.database.exec('rollback')
      return undefined
  }
}

/** None, as a rule: then there is nothing to copy. */
const rowsOfKnown = (known: KnownCharges): SqliteRows | undefined =>
  known.length === 0 ? undefined : { rows: known.map((id) => ({ request_id: id })), changes: 0, insertId: 0 }

/** A deleted file still takes writes, which nobody would ever see again. */
const assertInPlace = ({ fileNumber }: Connection): void => {
  if (statSync(file, { throwIfNoEntry: false })?.ino !== fileNumber) {
    throw new Error('The database file was moved or deleted')
  }
}

const query = (to: Connection, sql: string, parameters: readonly unknown[]): SqliteRows => {
  // A transaction that SQLite ended by itself, as it does when the disk is full, is over all the same.
  if (sql === 'rollback' && !to.database.isTransaction) return { rows: [], changes: 0, insertId: 0 }
  const { statement, hasRows } = prepared(to, sql)
  const values = parameters.map(bindable)
  try {
    return hasRows ? readRows(statement, values) : change(statement, values)
  } catch (error) {
    // A statement that failed half way tells the same error once more when it is used again.
    to.statements.delete(sql)
    throw error
  }
}

/** Row by row: within one call that reads them all, nothing could stop a result that outgrows the memory. */
const readRows = (statement: StatementSync, values: SQLInputValue[]): SqliteRows => {
  const rows: Record<string, unknown>[] = []
  for (const row of statement.iterate(...values)) rows.push(row)
  return { rows, changes: rows.length, insertId: 0 }
}

const change = (statement: StatementSync, values: SQLInputValue[]): SqliteRows => {
  const { changes, lastInsertRowid } = statement.run(...values)
  return { rows: [], changes: Number(changes), insertId: Number(lastInsertRowid) }
}

const prepared = ({ database, statements }: Connection, sql: string) => {
  const known = statements.get(sql)
  if (known !== undefined) return known
  if (statements.size >= mostStatements) statements.clear()
  const statement = database.prepare(sql)
  const made = { statement, hasRows: statement.columns().length > 0 }
  statements.set(sql, made)
  return made
}

/** Whole numbers are bound as such: as fractions they would turn integer arithmetic into floating point. */
const bindable = (value: unknown): SQLInputValue => {
  if (value === null || typeof value === 'string' || typeof value === 'bigint') return value
  if (typeof value !== 'number') throw new TypeError(`A value of type ${typeof value} cannot be stored`)
  if (!Number.isInteger(value)) return value
  if (!Number.isSafeInteger(value)) throw new RangeError('A number is too large to be stored exactly')
  return BigInt(value)
}

/** SQLITE_MISMATCH, for values that do not get as far as SQLite. */
const mismatch = 20

const failureOf = (error: unknown): { message: string; code: string; errcode: number } => ({
  message: error instanceof Error ? error.message : String(error),
  code: error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '',
  errcode: errcodeOf(error),
})

const errcodeOf = (error: unknown): number => {
  if (error instanceof TypeError || error instanceof RangeError) return mismatch
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : 0
}

parentPort?.on('message', (request: SqliteRequest) => {
  let message: SqliteAnswer
  try {
    message = { id: request.id, result: answer(request) }
  } catch (error) {
    message = { id: request.id, failure: failureOf(error) }
  }
  parentPort?.postMessage(message)
  if (request.kind === 'close') parentPort?.close()
})
