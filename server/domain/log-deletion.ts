import { ApplicationError } from '#contract/errors.ts'
import type { LogDeletion } from '#contract/logs.ts'
import type { Database } from '../db/database.ts'
import { countLogs } from '../db/logs/logs.ts'
import { deleteLogsBefore } from '../db/logs/retention.ts'
import {
  beginLogDeletion,
  countDeletedLogs,
  endLogDeletion,
  findLogDeletion,
  longestSilence,
} from '../db/logs/retention-progress.ts'
import { rollUpHours } from '../db/logs/rollup.ts'
import { type Clock, nowSeconds } from '../lib/clock.ts'

/** Few enough that calls which settle meanwhile wait no longer than they do for each other. */
const rowsAtOnce = 500
/** After as many batches the hours that lost rows are added up again, so that lists stay quick. */
const batchesBetweenSums = 20

/** Deletes the log rows from before a second, a few at a time, and answers how many there were. */
export const deleteOldLogs = async (database: Database, clock: Clock, target: number): Promise<number> => {
  const total = await countLogs(database.query, { end_timestamp: target - 1 })
  if (!(await beginLogDeletion(database.query, { target, total, now: nowSeconds(clock) }))) {
    throw new ApplicationError('log_deletion_running')
  }
  let deleted = 0
  for (let batch = 1; ; batch += 1) {
    const count = await database.transaction(async (transaction) => {
      const rows = await deleteLogsBefore(transaction, target, rowsAtOnce)
      await countDeletedLogs(transaction, rows, nowSeconds(clock))
      return rows
    })
    deleted += count
    if (count === 0 || batch % batchesBetweenSums === 0) await rollUpHours(database, nowSeconds(clock))
    if (count === 0) break
  }
  await endLogDeletion(database.query, nowSeconds(clock))
  return deleted
}

/** How far it has come, on whichever node it runs. */
export const readLogDeletion = async (database: Database, clock: Clock): Promise<LogDeletion> => {
  const row = await findLogDeletion(database.query)
  if (row === undefined) return null
  return { ...row, running: row.finished === 0 && row.updated_at >= nowSeconds(clock) - longestSilence }
}
