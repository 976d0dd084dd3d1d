import { sql } from 'kysely'
import { largestQuota } from '#contract/fields.ts'
import type { Executor, OpenTransaction } from './database.ts'
import { inOrderOf, type ListOrder, orderTerms } from './list-order.ts'
import { findTokenByReplacedKey } from './replaced-keys.ts'
import type { NewToken, TokenChange, TokenRow } from './schema.ts'
import { contains } from './text-match.ts'
import { lockUser } from './users.ts'

/** What may be changed by itself. Quota changes by a difference only. */
type PlainTokenChange = Omit<TokenChange, 'id' | 'user_id' | 'remain_quota' | 'used_quota'>

/** Answers the new token's id. */
export const insertToken = async (executor: Executor, row: NewToken): Promise<number> => {
  const { id } = await executor.insertInto('tokens').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Answers the new token's id: undefined when its user has `most` of them. */
export const insertTokenWithin = async (
  transaction: OpenTransaction,
  row: NewToken,
  most: number,
): Promise<number | undefined> => {
  await lockUser(transaction, row.user_id)
  return (await countTokens(transaction, row.user_id)) < most ? insertToken(transaction, row) : undefined
}

type TokenSort = 'name' | 'remain_quota' | 'used_quota' | 'created_time' | 'accessed_time' | 'expired_time'
type TokenPage = ListOrder<TokenSort> & { keyword?: string; page: number; pageSize: number }

/** A page of the user's tokens whose name or note holds the keyword, newest first or in the order asked for. */
export const listTokens = async (
  executor: Executor,
  userId: number,
  { keyword = '', page, pageSize, ...order }: TokenPage,
): Promise<{ items: TokenRow[]; total: number }> => {
  const found = named(ownTokens(executor, userId), keyword)
  const ids = await found
    .select('id')
    .orderBy(sql.join(orderTerms(order, sortColumns)))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const { count } = await found.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return { items: await findOwnTokens(executor, userId, idsOf(ids)), total: count }
}

/** What has no end is the most there is. */
const sortColumns = {
  name: sql`lower(name)`,
  remain_quota: sql`case when unlimited_quota = 1 then ${sql.lit(largestQuota + 1)} else remain_quota end`,
  used_quota: sql`used_quota`,
  created_time: sql`created_time`,
  accessed_time: sql`accessed_time`,
  expired_time: sql`case when expired_time = -1 then ${sql.lit(largestQuota)} else expired_time end`,
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

/** Those of the ids that are tokens of the user, in the order of the ids. */
export const findOwnTokens = async (
  executor: Executor,
  userId: number,
  ids: readonly number[],
): Promise<TokenRow[]> => {
  if (ids.length === 0) return []
  return inOrderOf(ids, await ownTokens(executor, userId).selectAll().where('id', 'in', ids).execute())
}

const countTokens = async (executor: Executor, userId: number): Promise<number> => {
  const { count } = await ownTokens(executor, userId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

type TokenSearch = ListOrder<TokenSort> & { keyword: string; keyHash?: string; most: number }

/** The same with no pages; with the hash of a key only the one that has it. */
export const searchTokens = (
  executor: Executor,
  userId: number,
  { keyword, keyHash, most, ...order }: TokenSearch,
): Promise<TokenRow[]> =>
  named(ownTokens(executor, userId), keyword)
    .selectAll()
    .$if(keyHash !== undefined, (query) => query.where('key_hash', '=', keyHash ?? ''))
    .orderBy(sql.join(orderTerms(order, sortColumns)))
    .limit(most)
    .execute()

export const findOwnToken = (executor: Executor, userId: number, id: number): Promise<TokenRow | undefined> =>
  ownTokens(executor, userId).selectAll().where('id', '=', id).executeTakeFirst()

/** Whose token it is, or was. */
export const findTokenOwner = async (executor: Executor, id: number): Promise<number | undefined> => {
  const row = await executor.selectFrom('tokens').select('user_id').where('id', '=', id).executeTakeFirst()
  return row?.user_id
}

export const findToken = (executor: Executor, id: number): Promise<TokenRow | undefined> =>
  executor.selectFrom('tokens').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()

/** By its key, or by one that was replaced and still opens it. */
export const findTokenByKeyHash = async (
  executor: Executor,
  keyHash: string,
  now: number,
): Promise<TokenRow | undefined> =>
  (await executor
    .selectFrom('tokens')
    .selectAll()
    .where('key_hash', '=', keyHash)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()) ?? findTokenByReplacedKey(executor, keyHash, now)

/** Changes the token; the quota by a difference, which takes it neither below zero nor above what can be read. */
export const updateToken = async (
  executor: Executor,
  id: number,
  change: PlainTokenChange,
  quotaChange = 0,
): Promise<void> => {
  if (quotaChange === 0 && Object.keys(change).length === 0) return
  const difference = Math.min(largestQuota, Math.max(-largestQuota, quotaChange))
  const remaining = sql<number>`remain_quota + cast(${difference} as bigint)`
  const most = sql.lit(largestQuota)
  const quota =
    quotaChange === 0
      ? {}
      : {
          remain_quota: sql<number>`case when ${remaining} < 0 then 0 when ${remaining} > ${most} then ${most} else ${remaining} end`,
        }
  await executor
    .updateTable('tokens')
    .set({ ...change, ...quota })
    .where('id', '=', id)
    .execute()
}

export const setTokenStatus = async (executor: Executor, ids: readonly number[], status: number): Promise<void> => {
  if (ids.length > 0) await executor.updateTable('tokens').set({ status }).where('id', 'in', ids).execute()
}

/** The rows stay: log rows and sums speak of them. */
export const deleteTokens = async (executor: Executor, ids: readonly number[], deletedAt: number): Promise<void> => {
  if (ids.length === 0) return
  await executor
    .updateTable('tokens')
    .set({ deleted_at: deletedAt })
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
}

const ownTokens = (executor: Executor, userId: number) =>
  executor.selectFrom('tokens').where('user_id', '=', userId).where('deleted_at', 'is', null)

const named = (found: ReturnType<typeof ownTokens>, keyword: string) =>
  found.$if(keyword !== '', (query) =>
    query.where((eb) => eb.or([contains(eb.ref('name'), keyword), contains(eb.ref('note'), keyword)])),
  )
