import { type SqlBool, sql } from 'kysely'
import { largestQuota } from '#contract/fields.ts'
import type { Executor } from './database.ts'
import { inOrderOf, type ListOrder, orderTerms } from './list-order.ts'
import type { NewRedemption, RedemptionChange, RedemptionRow, RedemptionUse } from './schema.ts'
import { contains } from './text-match.ts'

/** What may be changed of an unused code. Whom it may serve, and how often, stays as it was made. */
type PlainChange = Pick<RedemptionChange, 'name' | 'quota' | 'valid_from' | 'valid_until'>

type Page = { page: number; pageSize: number }
type ListedRow = RedemptionRow & { batch_name: string | null; used_user_name: string | null }
type RedemptionPage = { items: ListedRow[]; total: number }

const unused = 1
const disabled = 2
const used = 3

/** Answers the ids. */
export const insertRedemptions = async (executor: Executor, rows: readonly NewRedemption[]): Promise<number[]> => {
  const inserted = await executor.insertInto('redemptions').values(rows).returning('id').execute()
  return inserted.map(({ id }) => id)
}

type RedemptionSort = 'id' | 'name' | 'quota' | 'used_count' | 'created_time' | 'redeemed_time' | 'valid_until'
/** A status of 0 narrows nothing, and so does a batch of 0; `remaining` and `expired` are told apart of the unused. */
type RedemptionWish = ListOrder<RedemptionSort> & {
  keyword: string
  status?: number | 'remaining' | 'expired'
  batch?: number
  now: number
}

/** Nobody can redeem it any more, whatever its status. */
export const isExpired = (now: number) => sql<SqlBool>`(valid_until <> 0 and valid_until < cast(${now} as bigint))`

/**
 * A page of the codes whose name holds the keyword, or whose id it is, and that have the status, newest first or in the
 * order asked for.
 */
export const listRedemptions = async (
  executor: Executor,
  { page, pageSize }: Page,
  { keyword, status = 0, batch = 0, now, ...order }: RedemptionWish,
): Promise<RedemptionPage> => {
  const named = keyword === '' ? present(executor) : searched(executor, keyword)
  const found = named
    .$if(status !== 0, (codes) => codes.where('status', '=', typeof status === 'number' ? status : unused))
    .$if(status === 'remaining', (codes) => codes.where(({ not }) => not(isExpired(now))))
    .$if(status === 'expired', (codes) => codes.where(isExpired(now)))
    .$if(batch !== 0, (codes) => codes.where('batch_id', '=', batch))
  const ids = await found
    .select('id')
    .orderBy(sql.join(orderTerms(order, sortColumns)))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return {
    items: await findListed(
      executor,
      ids.map(({ id }) => id),
    ),
    total,
  }
}

/** What has no end ends last. */
const sortColumns = {
  id: sql`id`,
  name: sql`name`,
  quota: sql`quota`,
  used_count: sql`used_count`,
  created_time: sql`created_time`,
  redeemed_time: sql`redeemed_time`,
  valid_until: sql`case when valid_until = 0 then ${sql.lit(largestQuota)} else valid_until end`,
}

const findListed = async (executor: Executor, ids: readonly number[]): Promise<ListedRow[]> => {
  if (ids.length === 0) return []
  const rows = await executor
    .selectFrom('redemptions')
    .leftJoin('redemption_batches', 'redemption_batches.id', 'redemptions.batch_id')
    .leftJoin('users', 'users.id', 'redemptions.used_user_id')
    .selectAll('redemptions')
    .select(['redemption_batches.name as batch_name', 'users.username as used_user_name'])
    .where('redemptions.id', 'in', ids)
    .execute()
  return inOrderOf(ids, rows)
}

export const findRedemption = (executor: Executor, id: number): Promise<RedemptionRow | undefined> =>
  present(executor).selectAll().where('id', '=', id).executeTakeFirst()

export const findRedemptionByKey = (executor: Executor, key: string): Promise<RedemptionRow | undefined> =>
  present(executor).selectAll().where('key', '=', key).executeTakeFirst()

/** False when the code is not unused, or gone. */
export const updateUnusedRedemption = async (executor: Executor, id: number, change: PlainChange): Promise<boolean> => {
  const { numUpdatedRows } = await executor
    .updateTable('redemptions')
    .set(change)
    .where('id', '=', id)
    .where('status', '=', unused)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** False when the code is used up, or gone. */
export const setRedemptionStatus = async (executor: Executor, id: number, status: 1 | 2): Promise<boolean> => {
  const { numUpdatedRows } = await executor
    .updateTable('redemptions')
    .set({ status })
    .where('id', '=', id)
    .where('status', '<>', used)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Disables the unused ones; answers which they were. */
export const disableRedemptions = async (executor: Executor, ids: readonly number[]): Promise<number[]> => {
  const rows = await executor
    .updateTable('redemptions')
    .set({ status: disabled })
    .where('id', 'in', ids)
    .where('status', '=', unused)
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Enables the disabled ones; answers which they were. */
export const enableRedemptions = async (executor: Executor, ids: readonly number[]): Promise<number[]> => {
  const rows = await executor
    .updateTable('redemptions')
    .set({ status: unused })
    .where('id', 'in', ids)
    .where('status', '=', disabled)
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** A deleted code stays: its key must not be given out again, and it may have been paid. */
export const deleteRedemption = (executor: Executor, id: number, deletedAt: number): Promise<number> =>
  deleteWhere(executor, { id }, deletedAt)

export const deleteDisabledRedemptions = (executor: Executor, deletedAt: number): Promise<number> =>
  deleteWhere(executor, { status: disabled }, deletedAt)

export const deleteRedemptionsByName = (executor: Executor, name: string, deletedAt: number): Promise<number> =>
  deleteWhere(executor, { name }, deletedAt)

export const deleteRedemptionsOfBatch = (executor: Executor, batchId: number, deletedAt: number): Promise<number> =>
  deleteWhere(executor, { batch_id: batchId }, deletedAt)

export const countRedemptionsByName = async (executor: Executor, name: string): Promise<number> => {
  const { count } = await present(executor)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return count
}

type Claim = { id: number; userId: number; now: number }

/** Takes one use of the code, if it has one left and is valid now. Whoever gets the row, as it became, has it. */
export const claimRedemption = (executor: Executor, { id, userId, now }: Claim): Promise<RedemptionRow | undefined> =>
  executor
    .updateTable('redemptions')
    .set({
      used_count: sql<number>`used_count + 1`,
      status: sql<number>`case when is_gift = 0 or used_count + 1 = max_uses then ${sql.lit(used)} else status end`,
      used_user_id: sql<number>`case when is_gift = 0 then cast(${userId} as bigint) else 0 end`,
      redeemed_time: now,
    })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('status', '=', unused)
    .where('valid_from', '<=', now)
    .where((eb) => eb.or([eb('valid_until', '=', 0), eb('valid_until', '>=', now)]))
    .where((eb) => eb.or([eb('max_uses', '<', 0), eb('used_count', '<', eb.ref('max_uses'))]))
    .returningAll()
    .executeTakeFirst()

/** False when this user has used this code before. */
export const insertRedemptionUse = async (executor: Executor, row: RedemptionUse): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await executor
    .insertInto('redemption_uses')
    .values(row)
    .onConflict((conflict) => conflict.columns(['redemption_id', 'user_id']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

const present = (executor: Executor) => executor.selectFrom('redemptions').where('deleted_at', 'is', null)

const searched = (executor: Executor, keyword: string) =>
  present(executor).where((eb) =>
    eb.or([contains(eb.ref('name'), keyword), ...(/^\d{1,15}$/.test(keyword) ? [eb('id', '=', Number(keyword))] : [])]),
  )

const deleteWhere = async (
  executor: Executor,
  which: { id: number } | { status: number } | { name: string } | { batch_id: number },
  deletedAt: number,
): Promise<number> => {
  const { numUpdatedRows } = await executor
    .updateTable('redemptions')
    .set({ deleted_at: deletedAt })
    .where((eb) => eb.and(which))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
