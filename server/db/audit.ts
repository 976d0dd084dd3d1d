import { type Insertable, type Selectable, sql } from 'kysely'
import type { AuditFilters } from '#contract/audit.ts'
import type { Executor } from './database.ts'
import type { AuditTable } from './schema.ts'
import { beginsWith } from './text-match.ts'

export const insertAudit = async (
  executor: Executor,
  rows: Insertable<AuditTable> | readonly Insertable<AuditTable>[],
): Promise<void> => {
  await executor.insertInto('audit').values(rows).execute()
}

/** Within what one statement may bring along. */
const rowsAtOnce = 500

/** An act that touched several records, by each of which it is found. */
export const insertAuditOfMany = async (
  executor: Executor,
  row: Insertable<AuditTable>,
  records: readonly string[],
): Promise<void> => {
  const { id } = await executor.insertInto('audit').values(row).returning('id').executeTakeFirstOrThrow()
  const targets = [...new Set(records)]
  for (let from = 0; from < targets.length; from += rowsAtOnce) {
    const some = targets.slice(from, from + rowsAtOnce)
    await executor
      .insertInto('audit_targets')
      .values(some.map((target) => ({ target, audit_id: id })))
      .execute()
  }
}

/** The acts that touched it, alone or with others. */
const touching = (executor: Executor, target: string) =>
  executor
    .selectFrom('audit')
    .select('id')
    .where('target', '=', target)
    .unionAll(executor.selectFrom('audit_targets').select('audit_id as id').where('target', '=', target))

/** Deletes of each of the targets what comes before its latest `most` acts. */
export const keepLatestActs = async (executor: Executor, targets: readonly string[], most: number): Promise<void> => {
  const placed = executor
    .selectFrom('audit')
    .select(['id', sql<number>`row_number() over (partition by target order by id desc)`.as('place')])
    .where('target', 'in', targets)
  await executor
    .deleteFrom('audit')
    .where('id', 'in', executor.selectFrom(placed.as('placed')).select('placed.id').where('placed.place', '>', most))
    .execute()
}

/** An act may concern thousands: so many are named on a page. */
const mostNamed = 1000

/** What users, channels and tokens are called, of those that stand in the targets of acts: by `user:7`. */
export const namesOfTargets = async (
  executor: Executor,
  targets: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const parts = [...new Set(targets.flatMap((target) => target.split(' ')))]
  const idsOf = (kind: RegExp) =>
    parts.flatMap((part) => kind.exec(part)?.slice(1).map(Number) ?? []).slice(0, mostNamed)
  const [userIds, channelIds] = [idsOf(/^user:([1-9]\d{0,14})$/), idsOf(/^channel:([1-9]\d{0,14})$/)]
  const tokenIds = idsOf(/^token:([1-9]\d{0,14})$/)
  const users =
    userIds.length === 0
      ? []
      : await executor.selectFrom('users').select(['id', 'username']).where('id', 'in', userIds).execute()
  const channels =
    channelIds.length === 0
      ? []
      : await executor.selectFrom('channels').select(['id', 'name']).where('id', 'in', channelIds).execute()
  const tokens =
    tokenIds.length === 0
      ? []
      : await executor.selectFrom('tokens').select(['id', 'name']).where('id', 'in', tokenIds).execute()
  return new Map([
    ...users.map(({ id, username }) => [`user:${id}`, username] as const),
    ...channels.map(({ id, name }) => [`channel:${id}`, name] as const),
    ...tokens.map(({ id, name }) => [`token:${id}`, name] as const),
  ])
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
    .$if(target !== '', (acts) => acts.where('id', 'in', touching(executor, target)))
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
