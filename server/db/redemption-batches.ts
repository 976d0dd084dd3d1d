import { sql } from 'kysely'
import { redemptionStatuses } from '#contract/redemptions.ts'
import type { Executor, OpenTransaction } from './database.ts'
import { inOrderOf, type ListOrder, orderTerms } from './list-order.ts'
import { isExpired } from './redemptions.ts'
import { contains } from './text-match.ts'

type Batch = { name: string; creator_id: number; created_time: number }

/** Makes a batch of codes that were just inserted. */
export const insertBatch = async (
  transaction: OpenTransaction,
  codes: readonly number[],
  batch: Batch,
): Promise<void> => {
  const id = Math.min(...codes)
  await transaction
    .insertInto('redemption_batches')
    .values({ id, ...batch })
    .execute()
  await transaction.updateTable('redemptions').set({ batch_id: id }).where('id', 'in', codes).execute()
}

type BatchSort = 'id' | 'name' | 'created_time'
type BatchWish = ListOrder<BatchSort> & { keyword: string; page: number; pageSize: number; now: number }
type BatchSums = {
  id: number
  count: number
  used: number
  disabled: number
  expired: number
  remaining: number
  quota: number
}
type ListedBatch = Batch & BatchSums & { creator_name: string }

/**
 * A page of the batches that have a code left and whose name holds the keyword, or whose id it is, newest first or in
 * the order asked for. Only the codes of those that are shown are counted.
 */
export const listBatches = async (
  executor: Executor,
  { keyword, page, pageSize, now, ...order }: BatchWish,
): Promise<{ items: ListedBatch[]; total: number }> => {
  const found = executor
    .selectFrom('redemption_batches')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('redemptions')
          .select('redemptions.id')
          .whereRef('redemptions.batch_id', '=', 'redemption_batches.id')
          .where('redemptions.deleted_at', 'is', null),
      ),
    )
    .$if(keyword !== '', (batches) =>
      batches.where((eb) =>
        eb.or([
          contains(eb.ref('name'), keyword),
          ...(/^\d{1,15}$/.test(keyword) ? [eb('redemption_batches.id', '=', Number(keyword))] : []),
        ]),
      ),
    )
  const shown = await found
    .select('redemption_batches.id')
    .orderBy(sql.join(orderTerms(order, sortColumns)))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const ids = shown.map(({ id }) => id)
  return { items: ids.length === 0 ? [] : await findShown(executor, ids, now), total }
}

const sortColumns = { id: sql`id`, name: sql`lower(name)`, created_time: sql`created_time` }

const findShown = async (executor: Executor, ids: readonly number[], now: number): Promise<ListedBatch[]> => {
  const batches = await executor
    .selectFrom('redemption_batches')
    .leftJoin('users', 'users.id', 'redemption_batches.creator_id')
    .select(['redemption_batches.id', 'name', 'creator_id', 'created_time', 'users.username'])
    .where('redemption_batches.id', 'in', ids)
    .execute()
  const sums = new Map((await sumCodes(executor, ids, now)).map((sum) => [sum.id, sum]))
  return inOrderOf(ids, batches).flatMap(({ username, ...batch }) => {
    const sum = sums.get(batch.id)
    return sum === undefined ? [] : [{ ...batch, ...sum, creator_name: username ?? '' }]
  })
}

const { unused, disabled, used } = redemptionStatuses

const sumCodes = (executor: Executor, ids: readonly number[], now: number): Promise<BatchSums[]> => {
  const number = (condition: ReturnType<typeof sql>) =>
    sql<number>`cast(sum(case when ${condition} then 1 else 0 end) as bigint)`
  return executor
    .selectFrom('redemptions')
    .select([
      'batch_id as id',
      sql<number>`count(*)`.as('count'),
      number(sql`status = ${sql.lit(used)}`).as('used'),
      number(sql`status = ${sql.lit(disabled)}`).as('disabled'),
      number(sql`status = ${sql.lit(unused)} and ${isExpired(now)}`).as('expired'),
      number(sql`status = ${sql.lit(unused)} and not ${isExpired(now)}`).as('remaining'),
      sql<number>`cast(sum(quota) as bigint)`.as('quota'),
    ])
    .where('batch_id', 'in', ids)
    .where('deleted_at', 'is', null)
    .groupBy('batch_id')
    .execute()
}

/** The codes of a batch that were not deleted. */
export const listBatchCodes = async (executor: Executor, batchId: number): Promise<number[]> => {
  const rows = await executor
    .selectFrom('redemptions')
    .select('id')
    .where('batch_id', '=', batchId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
