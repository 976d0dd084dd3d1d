import { accountFields } from '#contract/signin-parts.ts'
import type { User } from '#contract/user.ts'
import type { ManagedUser } from '#contract/users.ts'
import type { Database } from '../db/database.ts'
import { listIdentities, listIdentitiesOf } from '../db/identities.ts'
import type { UserRow } from '../db/schema.ts'
import { findUsernames } from '../db/users.ts'
import type { Operator } from '../domain/audit.ts'
import { readsNote } from '../domain/people/user-ranks.ts'
import { showSetting } from '../domain/user-setting-text.ts'

/** A user as he sees himself. */
export const presentOwnUser = async (database: Database, row: UserRow): Promise<User> =>
  present({ ...row, setting: showSetting(row.setting) }, await listIdentities(database.query, row.id))

/** A user as an administrator sees him: what he keeps secret is not theirs, and what they note of him is not his. */
export const presentUser = async (database: Database, row: UserRow, viewer: Operator): Promise<ManagedUser> => {
  const names = await findUsernames(database.query, invitersOf([row]))
  return presentTo(viewer, row, { identities: await listIdentities(database.query, row.id), names })
}

/** The same of many. */
export const presentUsers = async (
  database: Database,
  rows: readonly UserRow[],
  viewer: Operator,
): Promise<ManagedUser[]> => {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const identities = Map.groupBy(await listIdentitiesOf(database.query, ids), ({ user_id }) => user_id)
  const names = await findUsernames(database.query, invitersOf(rows))
  return rows.map((row) => presentTo(viewer, row, { identities: identities.get(row.id) ?? [], names }))
}

type Identities = readonly { provider: string; subject: string }[]

const invitersOf = (rows: readonly UserRow[]): number[] => rows.flatMap(({ inviter_id: id }) => (id === 0 ? [] : [id]))

type Known = { identities: Identities; names: ReadonlyMap<number, string> }

const presentTo = (viewer: Operator, row: UserRow, { identities, names }: Known): ManagedUser => ({
  ...present({ ...row, setting: withoutSecret(row.setting) }, identities),
  inviter_name: names.get(row.inviter_id) ?? '',
  ...(readsNote(row, viewer) ? { note: row.note } : {}),
})

const present = ({ note: _note, ...row }: UserRow, identities: Identities): User => {
  const subjects = new Map(identities.map(({ provider, subject }) => [provider, subject]))
  return {
    ...row,
    DeletedAt: row.deleted_at,
    ...accountFields((name) => subjects.get(name)),
  }
}

const withoutSecret = (text: string): string => {
  if (!text.includes('webhook')) return text
  const { webhook_secret, webhook_url, ...setting } = JSON.parse(text)
  return JSON.stringify(setting)
}
