import { ApplicationError } from '#contract/errors.ts'
import { userStatuses } from '#contract/users.ts'
import type { Database, OpenTransaction } from '../db/database.ts'
import { isUniqueViolation } from '../db/failures.ts'
import type { UserRow } from '../db/schema.ts'
import { deleteSessionsOfUser } from '../db/sessions.ts'
import { findUserByLogin, insertUser, isUsernameTaken, updateUser } from '../db/users.ts'
import { nowSeconds } from '../lib/clock.ts'
import { randomBytesText, randomKey } from '../lib/identifiers.ts'
import { withoutUndefined } from '../lib/without-undefined.ts'
import { checkPassword, checkUsername } from './account-rules.ts'
import type { Domain } from './domain.ts'
import type { Crediting } from './ledger.ts'
import type { Passwords } from './passwords.ts'
import type { Sessions } from './sessions.ts'

type NewAccount = {
  username: string
  displayName: string
  password: string
  email: string
  role: number
  inviterId: number
}

/** Accounts of users: how they come to be, prove themselves, change and end. */
export type UserAccounts = {
  /** Makes the account; `together` happens with it or not at all. */
  create: (
    account: NewAccount,
    together?: (transaction: OpenTransaction, id: number, credit: Crediting) => Promise<void>,
  ) => Promise<number>
  /** The user who has this name (or email) and password. Wrong ones and banned accounts are told alike. */
  logIn: (name: string, password: string) => Promise<UserRow>
  rename: (userId: number, names: { username?: string; displayName?: string }) => Promise<void>
  /** Sets the password and ends all other sessions and the access token with it. */
  setPassword: (userId: number, password: string, keptSession: string | undefined) => Promise<void>
  hasPassword: (user: UserRow, password: string) => Promise<boolean>
  /** A new system access token in the place of the old one. */
  renewAccessToken: (userId: number) => Promise<string>
  /** The account is closed for good; its name stays taken. */
  close: (userId: number) => Promise<void>
}

type Parts = { domain: Domain; database: Database; passwords: Passwords; sessions: Sessions }

export const createUserAccounts = ({ domain, database, passwords, sessions }: Parts): UserAccounts => {
  const { clock, identities, ledger, limits, vault } = domain

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
      }),
    )

  return {
    create: async (account, together) => {
      const { username, password, displayName, email, role, inviterId } = account
      checkUsername(username)
      const passwordHash = password === '' ? '' : await passwords.hash(checkPassword(password))
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
    logIn: async (name, password) => {
      const user = await findUserByLogin(database.query, name)
      const key = user === undefined ? `name:${name.toLowerCase()}` : `user:${user.id}`
      const takeBack = await limits.tryLogin(key)
      const proved = await passwords.verify(password, user?.password_hash)
      if (user === undefined || !proved || user.status !== userStatuses.active) {
        throw new ApplicationError('credentials_wrong')
      }
      await takeBack()
      await updateUser(database.query, user.id, { last_login_at: nowSeconds(clock) })
      return user
    },
    rename: async (userId, { username, displayName }) => {
      const names = withoutUndefined({
        username: username === undefined ? undefined : checkUsername(username),
        display_name: displayName,
      })
      await change(userId, () => updateUser(database.query, userId, names))
    },
    setPassword: async (userId, password, keptSession) => {
      await signOut(userId, { password_hash: await passwords.hash(checkPassword(password)) }, keptSession)
    },
    hasPassword: (user, password) => passwords.verify(password, user.password_hash),
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
