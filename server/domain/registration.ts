import { ApplicationError } from '#contract/errors.ts'
import { logTypes } from '#contract/logs.ts'
import { roles } from '#contract/users.ts'
import type { Database, OpenTransaction } from '../db/database.ts'
import { insertInvite } from '../db/invites.ts'
import { findUserByInviteCode, isEmailTaken } from '../db/users.ts'
import { nowSeconds } from '../lib/clock.ts'
import { checkPassword, checkRepeated, checkUsername } from './account-rules.ts'
import type { Domain } from './domain.ts'
import { recordEvent } from './events.ts'
import type { UserAccounts } from './user-accounts.ts'
import type { VerificationCodes } from './verification-codes.ts'

type RegistrationWish = {
  username: string
  password: string
  repeatedPassword: string | undefined
  email: string
  code: string
  inviteCode: string
}

/** How strangers become users, as far as the options let them. */
export type Registration = { register: (wish: RegistrationWish) => Promise<void> }

type Parts = { domain: Domain; database: Database; accounts: UserAccounts; codes: VerificationCodes }

export const createRegistration = ({ domain, database, accounts, codes }: Parts): Registration => {
  const { clock, ledger, options } = domain

  const checkOpen = () => {
    if (!options.get('RegisterEnabled') || options.get('SelfUseModeEnabled')) throw new ApplicationError('register_off')
    if (!options.get('PasswordRegisterEnabled')) throw new ApplicationError('password_register_off')
  }

  /** The address is kept only when its owner proved it. */
  const provenEmail = async ({ email, code }: RegistrationWish): Promise<string> => {
    if (!options.get('EmailVerificationEnabled')) return ''
    if (email === '' || code === '') throw new ApplicationError('email_required')
    const address = email.toLowerCase()
    await codes.use('email', address, code)
    if (await isEmailTaken(database.query, address)) throw new ApplicationError('email_taken')
    return address
  }

  const give = async (userId: number, username: string, amount: number, ref: string, content: string) => {
    if (amount <= 0) return
    const kind = ref.startsWith('invite') ? 'invite' : 'gift'
    const outcome = await ledger.credit({ ref, userId, kind, amount, operatorId: 0 })
    if (outcome === 'applied')
      await recordEvent(database.query, clock, { type: logTypes.system, userId, username, amount, content })
  }

  return {
    register: async (wish) => {
      checkOpen()
      if (wish.username === '' || wish.password === '') throw new ApplicationError('credentials_missing')
      checkUsername(wish.username)
      checkPassword(wish.password)
      checkRepeated(wish.password, wish.repeatedPassword ?? wish.password)
      const email = await provenEmail(wish)
      const inviter = wish.inviteCode === '' ? undefined : await findUserByInviteCode(database.query, wish.inviteCode)
      const reward = options.get('QuotaForInviter')

      const thankInviter = async (transaction: OpenTransaction, inviteeId: number) => {
        if (inviter === undefined) return
        await insertInvite(transaction, {
          invitee_id: inviteeId,
          inviter_id: inviter.id,
          quota: reward,
          created_at: nowSeconds(clock),
        })
        if (reward > 0) {
          await recordEvent(transaction, clock, {
            type: logTypes.system,
            userId: inviter.id,
            username: inviter.username,
            amount: 0,
            content: `Invited ${wish.username}`,
          })
        }
      }
      const account = {
        username: wish.username,
        password: wish.password,
        displayName: wish.username,
        email,
        role: roles.ordinary,
        inviterId: inviter?.id ?? 0,
      }
      const id = await accounts.create(account, thankInviter)
      await give(id, wish.username, options.get('QuotaForNewUser'), `register:${id}`, 'Gift for registering')
      if (inviter) {
        await give(id, wish.username, options.get('QuotaForInvitee'), `invite:${id}`, 'Gift for using an invite code')
      }
    },
  }
}
