import { join } from 'node:path'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Database } from './database.ts'
import { openPostgres } from './postgres/postgres-database.ts'
import { openSqlite } from './sqlite/sqlite-database.ts'

export type DatabaseOptions = {
  url: string | undefined
  file: string
  /** Where SQLite's charges are kept until the database has them; without it they wait for the database. */
  journal?: string
  clock: Clock
  log: Log
}

/** Opens PostgreSQL when `url` is set, else SQLite at `file`, and brings the schema up to date. */
export const openDatabase = ({ url, ...options }: DatabaseOptions): Promise<Database> =>
  url === undefined ? openSqlite(options) : openPostgres({ url, ...options })

/** Where SQLite's database lies in the data folder. */
export const sqliteFile = (folder: string): string => join(folder, 'sluice.sqlite')
