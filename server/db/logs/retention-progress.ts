import { mostApartSeconds } from '../../lib/clock.ts'
import type { Executor, OpenTransaction } from '../database.ts'
import type { LogDeletionRow } from '../schema.ts'
import { isOver } from '../set-times.ts'

/** Seconds without a sign of life after which a deletion counts as broken off. */
const longestSilence = 60

const only = 1

/** How far deleting old rows has come, on whichever node it runs; undefined when that never was. */
export const readLogDeletion = async (
  executor: Executor,
  now: number,
): Promise<(LogDeletionRow & { running: boolean }) | undefined> => {
  const row = await executor.selectFrom('log_deletions').selectAll().where('id', '=', only).executeTakeFirst()
  return row && { ...row, running: row.finished === 0 && isSignOfNow(row.updated_at, now) }
}

/** Neither long ago nor, as after a clock went back, in times to come. */
const isSignOfNow = (at: number, now: number) => at >= now - longestSilence && at <= now + mostApartSeconds

/** Answers whether this one may begin: not while another runs. */
export const beginLogDeletion = async (
  executor: Executor,
  { target, total, now }: { target: number; total: number; now: number },
): Promise<boolean> => {
  const state = { target_timestamp: target, deleted: 0, total, started_at: now, updated_at: now, finished: 0 }
  const { numInsertedOrUpdatedRows } = await executor
    .insertInto('log_deletions')
    .values({ id: only, ...state })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(state)
        .where((eb) =>
          eb.or([
            eb('log_deletions.finished', '=', 1),
            isOver('log_deletions.updated_at', { until: now - longestSilence - 1, now }),
          ]),
        ),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export const countDeletedLogs = async (transaction: OpenTransaction, more: number, now: number): Promise<void> => {
  await transaction
    .updateTable('log_deletions')
    .set((eb) => ({ deleted: eb('deleted', '+', more), updated_at: now }))
    .where('id', '=', only)
    .execute()
}

export const endLogDeletion = async (executor: Executor, now: number): Promise<void> => {
  await executor.updateTable('log_deletions').set({ finished: 1, updated_at: now }).where('id', '=', only).execute()
}
