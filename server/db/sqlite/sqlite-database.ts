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
import { settlingAtOnce } from '../settling/batched-settling.ts'
import { createGroupCommit } from '../settling/group-commit.ts'
import { type Commit, tellingSlowCommits } from '../settling/slow-commits.ts'
import { type JournalChoice, openJournaledSettlements } from './journaled-settlements.ts'
import { settlementValues } from './settlement-values.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { behindJournal, createSqliteStorage } from './sqlite-storage.ts'

type SqliteOptions = { file: string; journal?: JournalChoice; clock: Clock; log: Log }

export const openSqlite = async ({ file, journal, clock, log }: SqliteOptions): Promise<Database> => {
  await mkdir(dirname(file), { recursive: true }).catch((error: unknown) => {
    throw engineFailure(error)
  })
  const storage = createSqliteStorage(file, log)
  const tellingSlow = (commit: Commit): Commit => tellingSlowCommits(commit, { clock, log })
  const settlements = createGroupCommit(tellingSlow((batch) => storage.settle(settlementValues(batch))))
  const { settle } = settlements
  try {
    await storage.check()
    await migrate(new Kysely({ dialect: sqliteDialect(storage) }), 'sqlite')
    const journaled =
      journal === undefined ? undefined : await openJournaledSettlements(journal, { settle, tellingSlow, log })
    const query = new Kysely<Tables>({
      dialect: sqliteDialect(journaled === undefined ? storage : behindJournal(journaled, storage)),
    })
    return {
      engine: 'sqlite',
      query,
      quick: query,
      transaction: (work) => query.transaction().execute(work),
      settle,
      settleSoon: journaled?.settleSoon ?? settlingAtOnce(settle),
      ping: () => withDeadline(storage.check(), pingLimit, pingTookTooLong),
      close: once(() => closeEach([() => journaled?.close(), settlements.idle, storage.close])),
    }
  } catch (error) {
    await storage.close()
    throw error
  }
}
