import { join } from 'node:path'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Database } from './database.ts'
import { openSqlite } from './sqlite/sqlite-database.ts'

export type DatabaseOptions = {
  url: string | undefined
  file: string
  clock: Clock
  log: Log
}

/** Opens PostgreSQL when `url` is set, else SQLite at `file`, and brings the schema up to date. */
export const openDatabase = async ({ url, ...options }: DatabaseOptions): Promise<Database> => {
  if (url === undefined) return openSqlite(options)
  // Its client is memory that a node with SQLite has no use for.
  const { openPostgres } = await import('./postgres/postgres-database.ts')
  return openPostgres({ url, ...options })
}

/** Where SQLite's database lies in the data folder. */
export const sqliteFile = (folder: string): string => join(folder, 'sluice.sqlite')
