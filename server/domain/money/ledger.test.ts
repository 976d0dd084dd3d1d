import { Redis } from 'ioredis'
import { afterAll, afterEach, describe, it } from 'vitest'
import { openTestDatabase } from '#testing/database.ts'
import { loadersOf, quiet } from '#testing/ledger.ts'
import { beginGame, type OpenAccounts } from '#testing/ledger-game.ts'
import { startRedis, type TestRedis } from '#testing/redis.ts'
import type { Engine } from '../../db/database.ts'
import { systemClock } from '../../lib/clock.ts'
import { createLocalAccounts } from './local-accounts.ts'
import { createSharedAccounts } from './shared-accounts.ts'

const seed = Number(process.env.SEED ?? 20_261_121)

const cleanups: (() => Promise<unknown>)[] = []
let redis: TestRedis | undefined
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})
afterAll(async () => {
  await redis?.stop()
})

/** So many steps take a minute or two where there is other work. */
const longestGameMs = 900_000

describe('the ledger against plain arithmetic', () => {
  const local: OpenAccounts = async (database) => createLocalAccounts(loadersOf(database))
  const shared: OpenAccounts = async (database) => {
    redis ??= await startRedis()
    const connection = new Redis(redis.url)
    cleanups.push(async () => connection.disconnect())
    return createSharedAccounts({ redis: connection, ...loadersOf(database), clock: systemClock, log: quiet })
  }
  const runs: [string, Engine, number, OpenAccounts][] = [
    ['SQLite and memory', 'sqlite', 100_000, local],
    ['PostgreSQL and memory', 'postgres', 10_000, local],
    ['PostgreSQL and Redis', 'postgres', 4000, shared],
  ]
  for (const [place, engine, steps, openAccounts] of runs) {
    it(
      `I1 I2 I3 I4 I5 I12: ${steps} random steps on ${place} end as counted (SEED=${seed})`,
      async () => {
        const { database, remove } = await openTestDatabase(engine)
        cleanups.push(remove)
        const play = await beginGame(database, openAccounts, seed)
        for (let step = 1; step <= steps; step += 1) {
          await play.step()
          if (step % Math.max(1000, steps / 10) === 0) await play.check()
        }
        await play.finish()
      },
      longestGameMs,
    )
  }
})
