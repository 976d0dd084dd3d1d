import { ApplicationError } from '#contract/errors.ts'
import type { OptionKey, OptionValues } from '#contract/options.ts'
import { userStatuses } from '#contract/user.ts'
import type { Database } from '../../db/database.ts'
import { deleteKnownDevicesOfUser } from '../../db/known-devices.ts'
import { putOption } from '../../db/options.ts'
import { deleteSessionsOfUser } from '../../db/sessions.ts'
import { findRoot, updateUser } from '../../db/users.ts'
import { type Clock, nowSeconds } from '../../lib/clock.ts'
import { randomKey } from '../../lib/identifiers.ts'
import { recordAct } from '../audit.ts'
import type { Passwords } from './passwords.ts'

/** What can stand between the super admin and his account, as it must be for him to sign in with his password. */
const open = { PasswordLoginEnabled: true, TurnstileCheckEnabled: false } satisfies Partial<OptionValues>

type Parts = { database: Database; passwords: Pick<Passwords, 'hash'>; clock: Clock }

/**
 * Lets the super admin back in: with a new password, which is answered, and with nothing else asked of him. Whatever he
 * was signed in with ends. Nodes that run learn of it when they start anew.
 */
export const rescueRoot = async ({
  database,
  passwords,
  clock,
}: Parts): Promise<{ name: string; password: string }> => {
  const password = randomKey(20)
  const hash = await passwords.hash(password)
  const now = nowSeconds(clock)
  return database.transaction(async (transaction) => {
    const root = await findRoot(transaction)
    if (root === undefined) throw new ApplicationError('setup_missing')
    // seam: Object.entries forgets which names there are
    for (const [key, value] of Object.entries(open) as [OptionKey, boolean][]) {
      await putOption(transaction, { key, value: String(value), updated_at: now })
    }
    const account = { status: userStatuses.active, password_hash: hash, access_token_hash: null }
    await updateUser(transaction, root.id, account)
    await deleteSessionsOfUser(transaction, root.id)
    await deleteKnownDevicesOfUser(transaction, root.id)
    const operator = { id: 0, name: 'rescue', address: '' }
    await recordAct(transaction, clock, operator, {
      action: 'root.rescue',
      target: `user:${root.id}`,
      before: { status: root.status },
      after: { status: account.status, password: 'changed', ...open },
    })
    return { name: root.username, password }
  })
}
