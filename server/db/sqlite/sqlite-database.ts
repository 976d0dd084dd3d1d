import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Kysely } from 'kysely'
import type { Clock } from '../../lib/clock.ts'
import { closeEach } from '../../lib/close-each.ts'
import { withDeadline } from '../../lib/deadline.ts'
import type { Log } from '../../lib/log.ts'
import { once } from '../../lib/once.ts'
import type { Database } from '../database.ts'
import { engineFailure, pingLimit, pingTookTooLong } from '../failures.ts'
import { migrate } from '../migrate.ts'
import type { Tables } from '../schema.ts'
import { createGroupCommit } from '../settling/group-commit.ts'
import { tellingSlowCommits } from '../settling/slow-commits.ts'
import { storeLeftInJournal } from './charges-left-in-journal.ts'
import { settlementValues } from './settlement-values.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { createSqliteStorage } from './sqlite-storage.ts'

type SqliteOptions = { file: string; clock: Clock; log: Log }

export const openSqlite = async ({ file, clock, log }: SqliteOptions): Promise<Database> => {
  await mkdir(dirname(file), { recursive: true }).catch((error: unknown) => {
    throw engineFailure(error)
  })
  const storage = createSqliteStorage(file, log)
  const commit = tellingSlowCommits((batch) => storage.settle(settlementValues(batch)), { clock, log })
  const settlements = createGroupCommit(commit)
  try {
    await storage.check()
    const query = new Kysely<Tables>({ dialect: sqliteDialect(storage) })
    await migrate(query, 'sqlite')
    await storeLeftInJournal(dirname(file), { settle: settlements.settle, log })
    return {
      engine: 'sqlite',
      query,
      quick: query,
      transaction: (work) => query.transaction().execute(work),
      settle: settlements.settle,
      ping: () => withDeadline(storage.check(), pingLimit, pingTookTooLong),
      close: once(() => closeEach([settlements.idle, storage.close])),
    }
  } catch (error) {
    await storage.close()
    throw error
  }
}
