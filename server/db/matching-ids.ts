import type { Expression } from 'kysely'
import type { Executor } from './database.ts'

/**
 * The ids of a page of what matches, by its `place`, and how many match. For a part of a name every name has to be
 * read: once, for the total and for the page.
 */
export const readMatchingIds = async (
  executor: Executor,
  matching: Expression<{ id: number; place: unknown }>,
  direction: 'asc' | 'desc',
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ ids: number[]; total: number }> => {
  const found = await executor
    .with(
      (name) => name('matching').materialized(),
      () => matching,
    )
    .selectFrom((eb) => eb.selectFrom('matching').select(eb.fn.countAll<number>().as('total')).as('counted'))
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('matching')
          .select('id')
          .orderBy('place', direction)
          .orderBy('id', direction)
          .limit(pageSize)
          .offset((page - 1) * pageSize)
          .as('shown'),
      (join) => join.onTrue(),
    )
    .select(['counted.total', 'shown.id'])
    .execute()
  return { ids: found.flatMap(({ id }) => id ?? []), total: found[0]?.total ?? 0 }
}
