import { ApplicationError } from '#contract/errors.ts'
import { roles } from '#contract/user.ts'
import type { Database } from '../../db/database.ts'
import { findUserByInviteCode, isEmailTaken, isUsernameTaken } from '../../db/users.ts'
import { addressBlock } from '../../lib/inbound/client-address.ts'
import type { Domain } from '../domain.ts'
import type { VerificationCodes } from '../messages/verification-codes.ts'
import { welcome } from '../messages/welcome.ts'
import { checkRepeated, checkUsername } from '../money/account-rules.ts'
import type { Asker } from './known-devices.ts'
import { checkPassword } from './password-rules.ts'
import type { Setup } from './setup.ts'
import type { UserAccounts } from './user-accounts.ts'

type RegistrationWish = {
  username: string
  password: string
  repeatedPassword: string | undefined
  email: string
  code: string
  inviteCode: string
  asker: Asker
}

/** How strangers become users, as far as the options let them. */
export type Registration = { register: (wish: RegistrationWish) => Promise<void> }

type Parts = {
  domain: Pick<Domain, 'clock' | 'options'>
  database: Database
  accounts: UserAccounts
  codes: VerificationCodes
  setup: Pick<Setup, 'isDone'>
}

export const createRegistration = ({ domain, database, accounts, codes, setup }: Parts): Registration => {
  const { options } = domain

  const checkOpen = async () => {
    // Whoever came first would be the first user of a system that nobody looks after yet.
    if (!(await setup.isDone())) throw new ApplicationError('setup_missing')
    if (!options.get('RegisterEnabled') || options.get('SelfUseModeEnabled')) throw new ApplicationError('register_off')
    if (!options.get('PasswordRegisterEnabled')) throw new ApplicationError('password_register_off')
  }

  /** The address is kept only when its owner proved it. */
  const provenEmail = async ({ username, email, code, asker }: RegistrationWish): Promise<string> => {
    if (!options.get('EmailVerificationEnabled')) return ''
    if (email === '' || code === '') throw new ApplicationError('email_required')
    // A name that cannot be had must not use up the code.
    if (await isUsernameTaken(database.query, username)) throw new ApplicationError('username_taken')
    const address = email.toLowerCase()
    await codes.spendCode(address, code, asker)
    if (await isEmailTaken(database.query, address)) throw new ApplicationError('email_taken')
    return address
  }

  return {
    register: async (wish) => {
      await checkOpen()
      if (wish.username === '' || wish.password === '') throw new ApplicationError('credentials_missing')
      checkUsername(wish.username)
      checkPassword(wish.password, { ...wish, displayName: wish.username })
      checkRepeated(wish.password, wish.repeatedPassword ?? wish.password)
      const email = await provenEmail(wish)
      const inviter = wish.inviteCode === '' ? undefined : await findUserByInviteCode(database.query, wish.inviteCode)
      const account = {
        username: wish.username,
        password: wish.password,
        displayName: wish.username,
        email,
        role: roles.ordinary,
        inviterId: inviter?.id ?? 0,
        turns: [`address ${addressBlock(wish.asker.address)}`],
      }
      await accounts.create(account, (transaction, id, credit) =>
        welcome(domain, { id, username: wish.username, inviter }, transaction, credit),
      )
    },
  }
}
