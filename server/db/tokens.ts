import { sql } from 'kysely'
import { largestQuota } from '#contract/fields.ts'
import { tokenStatuses } from '#contract/tokens.ts'
import type { Executor, OpenTransaction } from './database.ts'
import { isPostgres } from './engine-sql.ts'
import { inOrderOf, type ListOrder, orderTerms } from './list-order.ts'
import { findTokenByReplacedKey } from './replaced-keys.ts'
import type { NewToken, TokenChange, TokenRow } from './schema.ts'
import { contains } from './text-match.ts'
import { lockUser } from './users.ts'

/** What may be changed by itself. Quota changes by a difference only. */
export type PlainTokenChange = Omit<TokenChange, 'id' | 'user_id' | 'remain_quota' | 'used_quota'>

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

/** Empty text and a status of 0 narrow nothing; a status is what a token shows now. */
type TokenNarrowing = { keyword?: string; status?: number; group?: string; own_group?: boolean; now: number }
type TokenPage = ListOrder<TokenSort> & TokenNarrowing & { page: number; pageSize: number }

/** A page of those of the user's tokens that are asked for, newest first or in the order asked for. */
export const listTokens = async (
  executor: Executor,
  userId: number,
  { page, pageSize, ...wish }: TokenPage,
): Promise<{ items: TokenRow[]; total: number }> => {
  const found = narrowed(ownTokens(executor, userId), wish)
  const ids = await found
    .select('id')
    .orderBy(sql.join(orderTerms(wish, sortColumns)))
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

type TokenSearch = ListOrder<TokenSort> & TokenNarrowing & { keyHash?: string; most: number }

/** The same with no pages; with the hash of a key only the one that has it. */
export const searchTokens = (
  executor: Executor,
  userId: number,
  { keyHash, most, ...wish }: TokenSearch,
): Promise<TokenRow[]> =>
  narrowed(ownTokens(executor, userId), wish)
    .selectAll()
    .$if(keyHash !== undefined, (query) => query.where('key_hash', '=', keyHash ?? ''))
    .orderBy(sql.join(orderTerms(wish, sortColumns)))
    .limit(most)
    .execute()

export const findOwnToken = (executor: Executor, userId: number, id: number): Promise<TokenRow | undefined> =>
  ownTokens(executor, userId).selectAll().where('id', '=', id).executeTakeFirst()

/** Until the transaction is over nobody else changes it. */
export const lockOwnToken = (transaction: OpenTransaction, userId: number, id: number): Promise<TokenRow | undefined> =>
  ownTokens(transaction, userId)
    .selectAll()
    .where('id', '=', id)
    .$if(isPostgres(transaction), (tokens) => tokens.forUpdate())
    .executeTakeFirst()

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

/** The rows stay: log rows and sums speak of them. Answers which there were. */
export const deleteTokens = async (
  executor: Executor,
  ids: readonly number[],
  deletedAt: number,
): Promise<number[]> => {
  if (ids.length === 0) return []
  const rows = await executor
    .updateTable('tokens')
    .set({ deleted_at: deletedAt })
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute()
  return idsOf(rows)
}

const ownTokens = (executor: Executor, userId: number) =>
  executor.selectFrom('tokens').where('user_id', '=', userId).where('deleted_at', 'is', null)

const narrowed = (
  found: ReturnType<typeof ownTokens>,
  { keyword = '', status = 0, group = '', own_group = false, now }: TokenNarrowing,
) =>
  found
    .$if(keyword !== '', (query) =>
      query.where((eb) => eb.or([contains(eb.ref('name'), keyword), contains(eb.ref('note'), keyword)])),
    )
    .$if(status !== 0, (query) => query.where(shownStatus(now), '=', status))
    .$if(group !== '', (query) => query.where('group', '=', group))
    .$if(own_group, (query) => query.where('group', '=', ''))

const { enabled, expired, exhausted } = tokenStatuses

/** What a token shows (`shownTokenStatus`): nobody has to have written down that it expired or is exhausted. */
const shownStatus = (now: number) =>
  sql<number>`case
    when status <> ${sql.lit(enabled)} then status
    when expired_time <> -1 and expired_time < cast(${now} as bigint) then ${sql.lit(expired)}
    when unlimited_quota = 0 and remain_quota <= 0 then ${sql.lit(exhausted)}
    else ${sql.lit(enabled)} end`
