import type { Selectable } from 'kysely'
import type { Executor } from './database.ts'
import type { IdentitiesTable } from './schema.ts'

export const listIdentities = (executor: Executor, userId: number): Promise<Selectable<IdentitiesTable>[]> =>
  executor.selectFrom('identities').selectAll().where('user_id', '=', userId).orderBy('provider').execute()

export const listIdentitiesOf = (
  executor: Executor,
  userIds: readonly number[],
): Promise<Selectable<IdentitiesTable>[]> =>
  executor.selectFrom('identities').selectAll().where('user_id', 'in', userIds).execute()
