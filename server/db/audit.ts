import type { Insertable, Selectable } from 'kysely'
import type { Executor } from './database.ts'
import type { AuditTable } from './schema.ts'

export const insertAudit = async (executor: Executor, row: Insertable<AuditTable>): Promise<void> => {
  await executor.insertInto('audit').values(row).execute()
}

/** A page of what was done, newest first. */
export const listAudit = async (
  executor: Executor,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ items: Selectable<AuditTable>[]; total: number }> => {
  const items = await executor
    .selectFrom('audit')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const { total } = await executor
    .selectFrom('audit')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { items, total }
}
