import { ApplicationError } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import { roles, userStatuses } from '#contract/user.ts'
import type { Database } from '../../db/database.ts'
import { findUserByEmail } from '../../db/users.ts'
import { randomKey } from '../../lib/identifiers.ts'
import type { Domain } from '../domain.ts'
import { canSendMail } from '../messages/mail.ts'
import { codeSeconds, type VerificationCodes } from '../messages/verification-codes.ts'
import { readMailAddress } from './email-proofs.ts'
import type { UserAccounts } from './user-accounts.ts'

/** A new password for who has lost his, but still has his mailbox. */
export type PasswordReset = {
  /**
   * Has a link mailed. It does the same for every address, so that neither the answer nor its time tells whose it is:
   * the account is looked up when the mail is written.
   */
  request: (mailbox: string, language: Language, address: string) => Promise<void>
  /** Trades the token from the mail for a new password, and ends everything the user is signed in with. */
  perform: (mailbox: string, token: string) => Promise<{ userId: number; password: string }>
}

type Parts = {
  domain: Pick<Domain, 'options' | 'limits' | 'outbox'>
  database: Database
  codes: VerificationCodes
  accounts: UserAccounts
}

const passwordLength = 16

export const createPasswordReset = ({ domain, database, codes, accounts }: Parts): PasswordReset => ({
  request: async (text, language, address) => {
    const to = readMailAddress(text)
    if (!canSendMail(domain.options)) throw new ApplicationError('mail_off')
    await domain.limits.mail(to, address)
    const letter = { about: 'reset', to, language } as const
    await domain.outbox.post({ kind: 'mail', purpose: 'reset', goodForSeconds: codeSeconds, letter })
  },
  perform: async (text, token) => {
    const address = readMailAddress(text)
    await codes.spendLink(address, token.trim())
    const user = await findUserByEmail(database.query, address)
    // Whoever was promoted or banned since the mail was sent is not let in by it.
    if (user?.status !== userStatuses.active || user.role >= roles.root) throw new ApplicationError('reset_link_wrong')
    const password = randomKey(passwordLength)
    await accounts.setPassword(user, password, undefined)
    return { userId: user.id, password }
  },
})
