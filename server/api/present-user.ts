import type { User } from '#contract/users.ts'
import type { Database } from '../db/database.ts'
import { listIdentities } from '../db/identities.ts'
import type { UserRow } from '../db/schema.ts'

/** A user as he sees himself. */
export const presentOwnUser = async (database: Database, row: UserRow): Promise<User> => {
  const subjects = new Map(
    (await listIdentities(database.query, row.id)).map(({ provider, subject }) => [provider, subject]),
  )
  return {
    ...row,
    DeletedAt: row.deleted_at,
    github_id: subjects.get('github') ?? '',
    oidc_id: subjects.get('oidc') ?? '',
    wechat_id: subjects.get('wechat') ?? '',
    telegram_id: subjects.get('telegram') ?? '',
    linux_do_id: subjects.get('linuxdo') ?? '',
  }
}
