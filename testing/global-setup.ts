import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/db/open.ts'
import { createLog } from '#server/lib/log.ts'
import { startPostgres, type TestPostgres } from './postgres.ts'
import { startRedis, type TestRedis } from './redis.ts'

/** One PostgreSQL and one Redis for the whole run, and on either engine a migrated database to copy. */
let postgres: TestPostgres | undefined
let redis: TestRedis | undefined
let folder: string | undefined

export const setup = async (): Promise<void> => {
  ;[postgres, redis, folder] = await Promise.all([startPostgres(), startRedis(), mkdtemp(join(tmpdir(), 'sluice-'))])
  process.env['SLUICE_TEST_POSTGRES_URL'] = postgres.url('postgres')
  process.env['SLUICE_TEST_REDIS_URL'] = redis.url
  const url = await postgres.createDatabase()
  process.env['SLUICE_TEST_POSTGRES_TEMPLATE'] = new URL(url).pathname.slice(1)
  const file = join(folder, 'template.sqlite')
  process.env['SLUICE_TEST_SQLITE_TEMPLATE'] = file
  for (const target of [url, undefined]) await migrateOnce(target, file)
}

export const teardown = async (): Promise<void> => {
  await Promise.all([postgres?.stop(), redis?.stop()])
  if (folder !== undefined) await rm(folder, { recursive: true, force: true })
}

const migrateOnce = async (url: string | undefined, file: string): Promise<void> => {
  const database = await openDatabase({ url, file, log: createLog({ level: 'warn' }) })
  await database.close()
}
