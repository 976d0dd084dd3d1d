import type { Executor } from './database.ts'
import type { PriceCheckRow } from './schema.ts'

/** There is one: what was seen when the lists were looked at last. */
const onlyId = 1

export const findPriceCheck = (executor: Executor): Promise<PriceCheckRow | undefined> =>
  executor.selectFrom('price_checks').selectAll().where('id', '=', onlyId).executeTakeFirst()

/** Takes it on to look at the lists, unless somebody has since `due`: of several nodes that ask at once, one does. */
export const claimPriceCheck = async (
  executor: Executor,
  { now, due }: { now: number; due: number },
): Promise<boolean> => {
  const row = { id: onlyId, checked_at: now, seen: '[]' }
  const { numInsertedOrUpdatedRows } = await executor
    .insertInto('price_checks')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ checked_at: now }).where('price_checks.checked_at', '<=', due),
    )
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export const keepPriceCheck = async (executor: Executor, seen: string): Promise<void> => {
  await executor.updateTable('price_checks').set({ seen }).where('id', '=', onlyId).execute()
}
