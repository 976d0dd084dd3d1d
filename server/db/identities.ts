import type { Selectable } from 'kysely'
import type { Executor } from './database.ts'
import type { IdentitiesTable, UserRow } from './schema.ts'

export const listIdentities = (executor: Executor, userId: number): Promise<Selectable<IdentitiesTable>[]> =>
  executor.selectFrom('identities').selectAll().where('user_id', '=', userId).orderBy('provider').execute()

export const listIdentitiesOf = (
  executor: Executor,
  userIds: readonly number[],
): Promise<Selectable<IdentitiesTable>[]> =>
  executor.selectFrom('identities').selectAll().where('user_id', 'in', userIds).execute()

/** Also of a closed account: it must not come back as a new one. */
export const findUserByIdentity = (
  executor: Executor,
  provider: string,
  subject: string,
): Promise<UserRow | undefined> =>
  executor
    .selectFrom('users')
    .selectAll('users')
    .innerJoin('identities', 'identities.user_id', 'users.id')
    .where('identities.provider', '=', provider)
    .where('identities.subject', '=', subject)
    .executeTakeFirst()

/** Whatever else its owner had bound at this place makes room. */
export const replaceIdentity = async (executor: Executor, row: Selectable<IdentitiesTable>): Promise<void> => {
  await executor
    .deleteFrom('identities')
    .where('user_id', '=', row.user_id)
    .where('provider', '=', row.provider)
    .execute()
  await insertIdentity(executor, row)
}

export const insertIdentity = async (executor: Executor, row: Selectable<IdentitiesTable>): Promise<void> => {
  await executor.insertInto('identities').values(row).execute()
}
