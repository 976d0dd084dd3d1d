import { join } from 'node:path'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Database } from './database.ts'
import { openPostgres } from './postgres/postgres-database.ts'
import { openSqlite } from './sqlite/sqlite-database.ts'

export type DatabaseOptions = { url: string | undefined; file: string; clock: Clock; log: Log }

/** Opens PostgreSQL when `url` is set, else SQLite at `file`, and brings the schema up to date. */
export const openDatabase = ({ url, file, clock, log }: DatabaseOptions): Promise<Database> =>
  url === undefined ? openSqlite({ file, clock, log }) : openPostgres({ url, clock, log })

/** Where SQLite's database lies in the data folder. */
export const sqliteFile = (folder: string): string => join(folder, 'sluice.sqlite')
