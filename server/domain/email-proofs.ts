import { ApplicationError, type Language } from '#contract/errors.ts'
import { mailAddress } from '#contract/fields.ts'
import type { Database } from '../db/database.ts'
import { bindEmail, isEmailTaken } from '../db/users.ts'
import type { Domain } from './domain.ts'
import { canSendMail } from './mail.ts'
import { codeSeconds, type VerificationCodes } from './verification-codes.ts'

/** How people show that an email address is theirs. */
export type EmailProofs = {
  /** Mails a code, unless the address is taken or not accepted here. */
  sendCode: (address: string, language: Language) => Promise<void>
  /** Makes a proven address that of the user. */
  bind: (userId: number, address: string, code: string) => Promise<void>
}

type Parts = { domain: Domain; database: Database; codes: VerificationCodes }

export const createEmailProofs = ({ domain, database, codes }: Parts): EmailProofs => {
  const { identities, limits, options, outbox } = domain

  const checkAccepted = (address: string) => {
    const [local = '', host = ''] = address.split('@')
    if (options.get('EmailDomainRestrictionEnabled') && !options.get('EmailDomainWhitelist').includes(host)) {
      throw new ApplicationError('email_domain_refused')
    }
    if (options.get('EmailAliasRestrictionEnabled') && /[+.]/.test(local)) {
      throw new ApplicationError('email_alias_refused')
    }
  }

  return {
    sendCode: async (text, language) => {
      const to = readMailAddress(text)
      checkAccepted(to)
      if (!canSendMail(options)) throw new ApplicationError('mail_off')
      if (await isEmailTaken(database.query, to)) throw new ApplicationError('email_taken')
      await limits.mail(to)
      const code = await codes.issue(database.query, 'email', to)
      const letter = { about: 'code', to, language, code } as const
      await outbox.post({ kind: 'mail', purpose: 'code', goodForSeconds: codeSeconds, letter })
    },
    bind: async (userId, text, code) => {
      const address = readMailAddress(text)
      await codes.use('email', address, code.trim())
      if (!(await bindEmail(database.query, userId, address))) throw new ApplicationError('email_taken')
      identities.forgetUser(userId)
    },
  }
}

/** Throws `email_invalid` unless the text is one plain address; answers it in lower case. */
export const readMailAddress = (text: string): string => {
  const parsed = mailAddress.safeParse(text)
  if (!parsed.success) throw new ApplicationError('email_invalid')
  return parsed.data
}
