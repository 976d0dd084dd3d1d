import { ApplicationError } from '#contract/errors.ts'
import type { UserSetting } from '#contract/user.ts'
import type { Database, OpenTransaction } from '../../db/database.ts'
import { removeQuotaWarning } from '../../db/quota-warnings.ts'
import { findUser, lockUser, updateUser } from '../../db/users.ts'
import { type AddressPolicy, AddressRefused, checkUrl } from '../../lib/outbound/address-guard.ts'
import { withoutUndefined } from '../../lib/without-undefined.ts'
import type { Domain } from '../domain.ts'
import { openSetting, sealSetting } from '../user-setting-text.ts'

type SettingChange = { [Name in keyof UserSetting]?: UserSetting[Name] | undefined }

/** What a user chose for himself. */
export type UserSettings = {
  /** Changes what is given and keeps the rest. What is wrong changes nothing. */
  change: (userId: number, change: SettingChange) => Promise<void>
}

type Parts = { domain: Pick<Domain, 'vault' | 'identities'>; database: Database; policy: AddressPolicy }

export const createUserSettings = ({ domain, database, policy }: Parts): UserSettings => {
  const { identities, vault } = domain

  const store = async (transaction: OpenTransaction, userId: number, change: SettingChange) => {
    // The console keeps the language by itself, also while its user saves other fields.
    await lockUser(transaction, userId)
    const row = await findUser(transaction, userId)
    if (row === undefined) throw new ApplicationError('user_missing')
    const before = openSetting(row.setting, vault)
    const after = { ...before, ...withoutUndefined(change) }
    checkWebhook(after, policy)
    await updateUser(transaction, userId, { setting: sealSetting(after, vault) })
    // Crossing another threshold is worth another warning.
    if (before.quota_warning_threshold !== after.quota_warning_threshold) await removeQuotaWarning(transaction, userId)
  }

  return {
    change: async (userId, change) => {
      await database.transaction((transaction) => store(transaction, userId, change))
      identities.forgetUser(userId)
    },
  }
}

const checkWebhook = ({ notify_type, webhook_url }: UserSetting, policy: AddressPolicy): void => {
  if (webhook_url === '') {
    if (notify_type === 'webhook') throw new ApplicationError('webhook_url_missing')
    return
  }
  try {
    const { protocol, hostname } = checkUrl(webhook_url, policy)
    if (protocol === 'https:' && isPublicName(hostname)) return
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error
  }
  // One answer for all, so that nobody learns which addresses there are.
  throw new ApplicationError('webhook_url_refused')
}

/** Names that only mean something on a machine or in a network of its own. What a name leads to is checked at each call. */
const isPublicName = (hostname: string): boolean => {
  const name = hostname.replace(/\.+$/, '')
  return /[.:]/.test(name) && !/\.(localhost|local|internal|intranet|lan|home|corp|localdomain|home\.arpa)$/.test(name)
}
