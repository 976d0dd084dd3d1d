import type { Executor } from './database.ts'
import type { DeliveryRow, NewDelivery } from './schema.ts'
import { isOver } from './set-times.ts'

export const insertDelivery = async (executor: Executor, row: NewDelivery): Promise<void> => {
  await executor.insertInto('deliveries').values(row).execute()
}

export const countDeliveries = async (executor: Executor, kind: DeliveryRow['kind']): Promise<number> => {
  const { count } = await executor
    .selectFrom('deliveries')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Between two attempts, in seconds. */
export const longestPause = 21_600

/**
 * The delivery that has been due for longest, counted as attempted and kept from everybody else until `until`.
 * Whoever finds it at the same time gets the next one.
 */
export const claimDelivery = async (
  executor: Executor,
  { kind, now, until }: { kind: DeliveryRow['kind']; now: number; until: number },
): Promise<DeliveryRow | undefined> => {
  for (;;) {
    const due = await executor
      .selectFrom('deliveries')
      .select(['id', 'due_at'])
      .where('kind', '=', kind)
      .where(isOver('due_at', { until: now, now, ahead: longestPause }))
      .orderBy('due_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (due === undefined) return undefined
    const claimed = await executor
      .updateTable('deliveries')
      .set((eb) => ({ attempts: eb('attempts', '+', 1), due_at: until }))
      .where('id', '=', due.id)
      .where('due_at', '=', due.due_at)
      .returningAll()
      .executeTakeFirst()
    if (claimed !== undefined) return claimed
  }
}

/** Makes a claimed delivery due at `dueAt`; does nothing when somebody else has claimed it since. */
export const postponeDelivery = async (executor: Executor, claimed: DeliveryRow, dueAt: number): Promise<void> => {
  await executor
    .updateTable('deliveries')
    .set({ due_at: dueAt })
    .where('id', '=', claimed.id)
    .where('attempts', '=', claimed.attempts)
    .execute()
}

export const removeDelivery = async (executor: Executor, id: number): Promise<void> => {
  await executor.deleteFrom('deliveries').where('id', '=', id).execute()
}
