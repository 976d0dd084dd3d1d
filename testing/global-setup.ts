import { access, chmod, constants, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/db/open.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createLog } from '#server/lib/log.ts'
import { startPostgres } from './postgres.ts'
import { startRedis } from './redis.ts'
import { compiledCode } from './server-process.ts'

/** One PostgreSQL and one Redis for the whole run, and on either engine a migrated database to copy. */
export const setup = async (): Promise<() => Promise<void>> => {
  const running = services.sluiceTestServices
  if (running !== undefined) {
    await running
    return async () => {}
  }
  const starting = startServices()
  services.sluiceTestServices = starting
  return starting
}

/** Each project of a run loads this file anew, and what they share is the process. */
// seam: the global object is open for everyone, and typed for nobody
const services = globalThis as { sluiceTestServices?: Promise<unknown> }

const startServices = async (): Promise<() => Promise<void>> => {
  // The threads of a database load their code anew for every test that opens one.
  process.env.NODE_COMPILE_CACHE = compiledCode
  const folder = await mkdtemp(join(await quickestFolder(), 'sluice-'))
  // PostgreSQL runs as somebody else, and has its folder in this one.
  await chmod(folder, 0o755)
  const usual = process.env.TMPDIR
  process.env.TMPDIR = folder
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()])
  const url = await postgres.createDatabase()
  const file = join(folder, 'template.sqlite')
  for (const target of [url, undefined]) await migrateOnce(target, file)
  process.env.SLUICE_TEST_POSTGRES_URL = postgres.url('postgres')
  process.env.SLUICE_TEST_POSTGRES_TEMPLATE = new URL(url).pathname.slice(1)
  process.env.SLUICE_TEST_SQLITE_TEMPLATE = file
  process.env.SLUICE_TEST_REDIS_URL = redis.url
  return async () => {
    await Promise.all([postgres.stop(), redis.stop()])
    if (usual === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = usual
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Memory where there is plenty of it: SQLite waits for the disk at every commit, a database of PostgreSQL is some hundred
 * files, and tests make thousands of both.
 */
const quickestFolder = async (): Promise<string> => {
  const memory = '/dev/shm'
  try {
    await access(memory, constants.W_OK)
    const { bavail, bsize } = await statfs(memory)
    return bavail * bsize > 4 * gibibyte ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}

const gibibyte = 1024 ** 3

const migrateOnce = async (url: string | undefined, file: string): Promise<void> => {
  const database = await openDatabase({ url, file, clock: systemClock, log: createLog({ level: 'warn' }) })
  await database.close()
}
