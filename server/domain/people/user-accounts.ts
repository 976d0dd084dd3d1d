import { ApplicationError } from '#contract/errors.ts'
import { userStatuses } from '#contract/user.ts'
import type { Database, OpenTransaction } from '../../db/database.ts'
import { isUniqueViolation } from '../../db/failures.ts'
import { deleteKnownDevicesOfUser } from '../../db/known-devices.ts'
import type { UserRow } from '../../db/schema.ts'
import { deleteSessionsOfUser } from '../../db/sessions.ts'
import { findUserByLogin, insertUser, isUsernameTaken, noteLogin, renameUser, updateUser } from '../../db/users.ts'
import { nowSeconds } from '../../lib/clock.ts'
import { randomBytesText, randomKey } from '../../lib/identifiers.ts'
import { withoutUndefined } from '../../lib/without-undefined.ts'
import type { Domain } from '../domain.ts'
import { checkUsername } from '../money/account-rules.ts'
import type { Crediting } from '../money/ledger.ts'
import { turnsOf } from '../password-tries.ts'
import type { Asker, KnownDevices } from './known-devices.ts'
import { checkPassword, ownerOf } from './password-rules.ts'
import type { Passwords } from './passwords.ts'
import type { Sessions } from './sessions.ts'
import { banError } from './told-acts.ts'

type NewAccount = {
  username: string
  displayName: string
  password: string
  email: string
  role: number
  inviterId: number
  /** Whose turns in the line for hashing it takes. */
  turns?: readonly string[]
}

/** Accounts of users: how they come to be, prove themselves, change and end. */
export type UserAccounts = {
  /** Makes the account; `together` happens with it or not at all. */
  create: (
    account: NewAccount,
    together?: (transaction: OpenTransaction, id: number, credit: Crediting) => Promise<void>,
  ) => Promise<number>
  /**
   * The user who has this name (or email) and password. Wrong ones and banned accounts are told alike, unless the
   * banned user was told of his ban: then the right password learns why.
   */
  logIn: (name: string, password: string, asker: Asker) => Promise<UserRow>
  rename: (userId: number, names: { username?: string; displayName?: string }) => Promise<void>
  /** Sets the password, ends all other sessions and the access token, and forgets devices. */
  setPassword: (user: UserRow, password: string, keptSession: string | undefined) => Promise<void>
  /** Throws `password_current_wrong` unless it is the user's; guesses are counted like those at a login. */
  provePassword: (user: UserRow, password: string, asker: Asker) => Promise<void>
  /** A new system access token in the place of the old one. */
  renewAccessToken: (userId: number) => Promise<string>
  /** The account is closed for good; its name stays taken. */
  close: (userId: number) => Promise<void>
}

type Parts = {
  domain: Pick<Domain, 'clock' | 'log' | 'vault' | 'identities' | 'ledger' | 'limits'>
  database: Database
  passwords: Passwords
  sessions: Sessions
  knownDevices: KnownDevices
}

export const createUserAccounts = ({ domain, database, passwords, sessions, knownDevices }: Parts): UserAccounts => {
  const { clock, identities, ledger, vault } = domain

  /** What is known of the user here is forgotten even when only the answer was lost. */
  const change = async (userId: number, work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      throw isUniqueViolation(error) ? new ApplicationError('username_taken') : error
    } finally {
      identities.forgetUser(userId)
      sessions.forgetUser(userId)
    }
  }

  /** Changes the user and ends whatever he is signed in with, except the session that is kept. */
  const signOut = (userId: number, changes: Parameters<typeof updateUser>[2], keptSession?: string) =>
    change(userId, () =>
      database.transaction(async (transaction) => {
        await updateUser(transaction, userId, { ...changes, access_token_hash: null })
        await deleteSessionsOfUser(transaction, userId, keptSession)
        await deleteKnownDevicesOfUser(transaction, userId)
      }),
    )

  const weigh = createPasswordScale({ domain, passwords, knownDevices })

  return {
    create: async (account, together) => {
      const { username, password, displayName, email, role, inviterId } = account
      checkUsername(username)
      const passwordHash = password === '' ? '' : await passwords.hash(checkPassword(password, account), account.turns)
      for (let tries = 1; ; tries += 1) {
        try {
          return await ledger.together(async (transaction, credit) => {
            const id = await insertUser(transaction, {
              ...emptyAccount,
              username,
              display_name: displayName,
              password_hash: passwordHash,
              email,
              role,
              inviter_id: inviterId,
              aff_code: randomKey(6),
              created_at: nowSeconds(clock),
            })
            await together?.(transaction, id, credit)
            return id
          })
        } catch (error) {
          if (!isUniqueViolation(error)) throw error
          if (await isUsernameTaken(database.query, username)) throw new ApplicationError('username_taken')
          // Else the invite code was somebody's already.
          if (tries === 5) throw error
        }
      }
    },
    logIn: async (name, password, asker) => {
      const user = await findUserByLogin(database.query, name)
      const isRight = await weigh(name, user, password, asker)
      if (isRight && user !== undefined && isBanned(user)) throw banError(user)
      // Weighing may have waited for its turn for seconds.
      if (isRight && user !== undefined && (await noteLogin(database.query, user, nowSeconds(clock)))) return user
      throw new ApplicationError('credentials_wrong')
    },
    rename: async (userId, { username, displayName }) => {
      if (username !== undefined) checkUsername(username)
      await change(userId, () =>
        database.transaction(async (transaction) => {
          if (username !== undefined) await renameUser(transaction, userId, username)
          await updateUser(transaction, userId, withoutUndefined({ display_name: displayName }))
        }),
      )
    },
    setPassword: async (user, password, keptSession) => {
      const passwordHash = await passwords.hash(checkPassword(password, ownerOf(user)), [`user ${user.id}`])
      await signOut(user.id, { password_hash: passwordHash }, keptSession)
    },
    provePassword: async (user, password, asker) => {
      const isRight = await weigh(user.username, user, password, asker)
      if (!isRight || isBanned(user)) throw new ApplicationError('password_current_wrong')
    },
    renewAccessToken: async (userId) => {
      const token = randomBytesText(24)
      await change(userId, () => updateUser(database.query, userId, { access_token_hash: vault.fingerprint(token) }))
      return token
    },
    close: async (userId) => {
      await signOut(userId, { deleted_at: nowSeconds(clock) })
    },
  }
}

type Weigh = (name: string, user: UserRow | undefined, password: string, asker: Asker) => Promise<boolean>

/**
 * Whether it is the password of an account that is in use, or of one whose user was told that it is banned. The one
 * place where a wrong one is known, whoever asks for it; what a stranger typed as a name may be his password, and is
 * not told.
 */
const createPasswordScale =
  ({ domain: { limits, log }, passwords, knownDevices }: Pick<Parts, 'domain' | 'passwords' | 'knownDevices'>): Weigh =>
  async (name, user, password, asker) => {
    const account = user === undefined ? `name ${name.toLowerCase().slice(0, longestName)}` : `user ${user.id}`
    const device = user === undefined ? undefined : await knownDevices.find(user.id, asker.device)
    const attempt = { account, address: asker.address, device }
    const takeBack = await limits.passwords.begin(attempt)
    const isRight = await passwords
      .verify(password, user?.password_hash, turnsOf(attempt))
      // What was not weighed is no wrong try.
      .catch(async (error: unknown) => {
        await takeBack()
        throw error
      })
    if (isRight && user !== undefined && (!isBanned(user) || user.ban_told !== null)) {
      await takeBack()
      return true
    }
    log.info('a password was wrong', { user: user?.id ?? 0, address: asker.address })
    return false
  }

const isBanned = ({ status }: UserRow): boolean => status !== userStatuses.active

/** No name or mail address is longer; a stranger’s text of a megabyte is not kept to be counted. */
const longestName = 254

const emptyAccount = {
  status: userStatuses.active,
  group: 'default',
  quota: 0,
  used_quota: 0,
  request_count: 0,
  aff_count: 0,
  aff_quota: 0,
  aff_history_quota: 0,
  access_token_hash: null,
  setting: '{}',
  last_login_at: 0,
  deleted_at: null,
} as const
