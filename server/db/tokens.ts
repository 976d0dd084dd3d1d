import { sql } from 'kysely'
import { largestQuota } from '#contract/fields.ts'
import type { Executor, OpenTransaction } from './database.ts'
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

/** A page of the user's tokens, newest first. */
export const listTokens = async (
  executor: Executor,
  userId: number,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ items: TokenRow[]; total: number }> => {
  const ids = ownTokens(executor, userId)
    .select('id')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  const items = await executor.selectFrom('tokens').selectAll().where('id', 'in', ids).orderBy('id', 'desc').execute()
  return { items, total: await countTokens(executor, userId) }
}

const countTokens = async (executor: Executor, userId: number): Promise<number> => {
  const { count } = await ownTokens(executor, userId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

type TokenSearch = { keyword: string; keyHash?: string; most: number }

/** The user's tokens whose name holds the keyword, newest first; with the hash of a key only the one that has it. */
export const searchTokens = (
  executor: Executor,
  userId: number,
  { keyword, keyHash, most }: TokenSearch,
): Promise<TokenRow[]> =>
  ownTokens(executor, userId)
    .selectAll()
    .where((eb) => contains(eb.ref('name'), keyword))
    .$if(keyHash !== undefined, (query) => query.where('key_hash', '=', keyHash ?? ''))
    .orderBy('id', 'desc')
    .limit(most)
    .execute()

export const findOwnToken = (executor: Executor, userId: number, id: number): Promise<TokenRow | undefined> =>
  ownTokens(executor, userId).selectAll().where('id', '=', id).executeTakeFirst()

export const findToken = (executor: Executor, id: number): Promise<TokenRow | undefined> =>
  executor.selectFrom('tokens').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()

export const findTokenByKeyHash = (executor: Executor, keyHash: string): Promise<TokenRow | undefined> =>
  executor
    .selectFrom('tokens')
    .selectAll()
    .where('key_hash', '=', keyHash)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

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

/** The row stays: log rows and sums speak of it. */
export const deleteToken = async (executor: Executor, id: number, deletedAt: number): Promise<void> => {
  await executor
    .updateTable('tokens')
    .set({ deleted_at: deletedAt })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute()
}

const ownTokens = (executor: Executor, userId: number) =>
  executor.selectFrom('tokens').where('user_id', '=', userId).where('deleted_at', 'is', null)
