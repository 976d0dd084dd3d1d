import type { Executor } from './database.ts'

/** Whether there was a use left, which is then taken. */
export const takeUse = async (
  executor: Executor,
  { id, most, now }: { id: string; most: number; now: number },
): Promise<boolean> => {
  const taken = await executor
    .insertInto('live_tokens')
    .values({ token_id: id, used: 1, created_at: now })
    .onConflict((conflict) =>
      conflict
        .column('token_id')
        .doUpdateSet((eb) => ({ used: eb('live_tokens.used', '+', 1) }))
        .where('live_tokens.used', '<', most),
    )
    .returning('used')
    .executeTakeFirst()
  return taken !== undefined
}

export const giveUseBack = async (executor: Executor, id: string): Promise<void> => {
  await executor
    .updateTable('live_tokens')
    .set((eb) => ({ used: eb('used', '-', 1) }))
    .where('token_id', '=', id)
    .execute()
}
