import { ApplicationError } from '#contract/errors.ts'
import { roles, userStatuses } from '#contract/user.ts'
import type { Database } from '../db/database.ts'
import { isUniqueViolation } from '../db/failures.ts'
import { findUserByIdentity, insertIdentity, replaceIdentity } from '../db/identities.ts'
import type { UserRow } from '../db/schema.ts'
import { findUserByInviteCode, isEmailTaken, isUsernameTaken, updateUser } from '../db/users.ts'
import type { Domain } from '../domain/domain.ts'
import { welcome } from '../domain/messages/welcome.ts'
import { checkUsername } from '../domain/money/account-rules.ts'
import { banError } from '../domain/people/told-acts.ts'
import type { UserAccounts } from '../domain/people/user-accounts.ts'
import { nowSeconds } from '../lib/clock.ts'
import { randomKey } from '../lib/identifiers.ts'
import type { ExternalAccount } from './external-account.ts'

/** Accounts elsewhere, and whose they are here. */
export type ExternalLogins = {
  /** The user who has this account. A stranger becomes one, where strangers may and `joins` says so. */
  enter: (account: ExternalAccount, joining?: { invite: string }) => Promise<UserRow>
  isBound: (account: ExternalAccount, userId: number) => Promise<boolean>
  /** From now on the user can sign in with this account too, and no longer with another at the same place. */
  bind: (account: ExternalAccount, userId: number) => Promise<void>
}

type Parts = { domain: Pick<Domain, 'clock' | 'options'>; database: Database; accounts: UserAccounts }

export const createExternalLogins = ({ domain, database, accounts }: Parts): ExternalLogins => {
  const { clock, options } = domain
  const identityOf = ({ way, subject, name }: ExternalAccount, userId: number) => ({
    provider: way.name,
    subject,
    name,
    user_id: userId,
    created_at: nowSeconds(clock),
  })

  const join = async (account: ExternalAccount, invite: string): Promise<void> => {
    if (!options.get('RegisterEnabled') || options.get('SelfUseModeEnabled')) throw new ApplicationError('register_off')
    const inviter = invite === '' ? undefined : await findUserByInviteCode(database.query, invite)
    const username = await freeName(database, account)
    const isEmailFree = account.email !== '' && !(await isEmailTaken(database.query, account.email))
    const newcomer = {
      username,
      password: '',
      displayName: [...(account.displayName || username)].slice(0, longestDisplayName).join(''),
      email: isEmailFree ? account.email : '',
      role: roles.ordinary,
      inviterId: inviter?.id ?? 0,
    }
    await accounts.create(newcomer, async (transaction, id, credit) => {
      await insertIdentity(transaction, identityOf(account, id))
      await welcome(domain, { id, username, inviter }, transaction, credit)
    })
  }

  return {
    enter: async (account, joining) => {
      const find = () => findUserByIdentity(database.query, account.way.name, account.subject)
      let user = await find()
      if (user === undefined) {
        if (joining === undefined) throw new ApplicationError('identity_unbound', { name: account.way.label })
        // Of several that come at once with the same account one makes it, and the others find it.
        const failure = await join(account, joining.invite).catch((error: unknown) => error)
        user = await find()
        if (user === undefined) throw failure
      }
      if (user.deleted_at !== null) throw new ApplicationError('account_closed')
      if (user.status !== userStatuses.active) throw banError(user)
      await updateUser(database.query, user.id, { last_login_at: nowSeconds(clock) })
      return user
    },
    isBound: async ({ way, subject }, userId) =>
      (await findUserByIdentity(database.query, way.name, subject))?.id === userId,
    bind: async (account, userId) => {
      try {
        await database.transaction((transaction) => replaceIdentity(transaction, identityOf(account, userId)))
      } catch (error) {
        if (!isUniqueViolation(error)) throw error
        const owner = await findUserByIdentity(database.query, account.way.name, account.subject)
        if (owner?.id !== userId) throw new ApplicationError('identity_taken', { name: account.way.label })
      }
    },
  }
}

const longestDisplayName = 20
const longestName = 12
/** So much of the name of a way stands in a name that is made up. */
const longestPlace = 8

/** Its own name where it can be had, else the provider's with what nobody has. */
const freeName = async (database: Database, { way, name }: ExternalAccount): Promise<string> => {
  if (isName(name) && !(await isUsernameTaken(database.query, name))) return name
  const place = way.name.slice(0, longestPlace)
  return `${place}_${randomKey(longestName - place.length - 1)}`
}

const isName = (name: string): boolean => {
  try {
    return checkUsername(name) !== ''
  } catch {
    return false
  }
}
