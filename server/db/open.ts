import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Database } from './database.ts'
import { openPostgres } from './postgres/postgres-database.ts'
import { openSqlite } from './sqlite/sqlite-database.ts'

export type DatabaseOptions = { url: string | undefined; file: string; clock: Clock; log: Log }

/** Opens PostgreSQL when `url` is set, else SQLite at `file`, and brings the schema up to date. */
export const openDatabase = ({ url, file, log }: DatabaseOptions): Promise<Database> =>
  url === undefined ? openSqlite(file, log) : openPostgres(url, log)
