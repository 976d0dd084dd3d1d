import type { Insertable, Selectable } from 'kysely'
import type { AuditFilters } from '#contract/audit.ts'
import type { Executor } from './database.ts'
import type { AuditTable } from './schema.ts'
import { beginsWith } from './text-match.ts'

export const insertAudit = async (executor: Executor, row: Insertable<AuditTable>): Promise<void> => {
  await executor.insertInto('audit').values(row).execute()
}

/** A page of what was done, newest first, with the exact total. */
export const listAudit = async (
  executor: Executor,
  { page, pageSize }: { page: number; pageSize: number },
  filters: Partial<AuditFilters> = {},
): Promise<{ items: Selectable<AuditTable>[]; total: number }> => {
  const { actor = '', action = '', target = '', start_timestamp: start = 0, end_timestamp: end = 0 } = filters
  const matching = executor
    .selectFrom('audit')
    .$if(actor !== '', (acts) => acts.where('actor_name', '=', actor))
    .$if(target !== '', (acts) => acts.where('target', '=', target))
    .$if(start !== 0, (acts) => acts.where('created_at', '>=', start))
    .$if(end !== 0, (acts) => acts.where('created_at', '<=', end))
    .$if(action !== '', (acts) =>
      action.endsWith('.')
        ? acts.where((eb) => beginsWith(eb.ref('action'), action))
        : acts.where('action', '=', action),
    )
  const items = await matching
    .selectAll()
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { items, total }
}
