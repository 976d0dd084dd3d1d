import { sql } from 'kysely'
import type { Executor, OpenTransaction } from './database.ts'
import type { TokenRow } from './schema.ts'
import { lockUser } from './users.ts'

/** Of one token: whoever replaces its key again and again leaves no more of them behind. */
const mostReplaced = 10

type KeyChange = {
  token: Pick<TokenRow, 'id' | 'user_id'>
  key: Pick<TokenRow, 'key_hash' | 'key_sealed'>
  now: number
  /** Until when the key that is replaced, and those before it, open the token at most. */
  until: number
}

/** Gives the token another key. */
export const replaceKey = async (
  transaction: OpenTransaction,
  { token, key, now, until }: KeyChange,
): Promise<void> => {
  // Two who ask at once are served one after the other.
  await lockUser(transaction, token.user_id)
  await transaction
    .updateTable('replaced_keys')
    .set({ until })
    .where('token_id', '=', token.id)
    .where('until', '>', until)
    .execute()
  await transaction
    .insertInto('replaced_keys')
    .columns(['key_hash', 'token_id', 'until'])
    .expression((eb) =>
      eb
        .selectFrom('tokens')
        .select(['key_hash', 'id', sql<number>`cast(${until} as bigint)`.as('until')])
        .where('id', '=', token.id),
    )
    .execute()
  await transaction.updateTable('tokens').set(key).where('id', '=', token.id).execute()
  await transaction.deleteFrom('replaced_keys').where('until', '<=', now).execute()
  const kept = transaction
    .selectFrom('replaced_keys')
    .select('key_hash')
    .where('token_id', '=', token.id)
    .orderBy('until', 'desc')
    .limit(mostReplaced)
  await transaction
    .deleteFrom('replaced_keys')
    .where('token_id', '=', token.id)
    .where('key_hash', 'not in', kept)
    .execute()
}

/** The token whose key this was, while it still opens it: it ends with that, if it does not end before. */
export const findTokenByReplacedKey = (
  executor: Executor,
  keyHash: string,
  now: number,
): Promise<TokenRow | undefined> =>
  executor
    .selectFrom('replaced_keys')
    .innerJoin('tokens', 'tokens.id', 'replaced_keys.token_id')
    .selectAll('tokens')
    .select(
      sql<number>`case when expired_time between 0 and replaced_keys.until then expired_time else replaced_keys.until end`.as(
        'expired_time',
      ),
    )
    .where('replaced_keys.key_hash', '=', keyHash)
    .where('replaced_keys.until', '>', now)
    .where('tokens.deleted_at', 'is', null)
    .executeTakeFirst()
