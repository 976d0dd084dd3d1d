import { ApplicationError } from '#contract/errors.ts'
import { mailAddress } from '#contract/fields.ts'
import type { Language } from '#contract/languages.ts'
import type { Database } from '../../db/database.ts'
import { bindEmail } from '../../db/users.ts'
import type { Domain } from '../domain.ts'
import { canSendMail } from '../messages/mail.ts'
import { codeSeconds, type VerificationCodes } from '../messages/verification-codes.ts'
import type { Asker } from './known-devices.ts'

/** How people show that an email address is theirs. */
export type EmailProofs = {
  /**
   * Mails a code, unless the address is not accepted here. It does the same for every address, so that neither the
   * answer nor its time tells whose it is: whether it is taken is looked up when the mail is written.
   */
  sendCode: (wish: { address: string; language: Language; browser: string }, asker: Asker) => Promise<void>
  /** Makes a proven address that of the user. */
  bind: (userId: number, proof: { address: string; code: string }, asker: Asker) => Promise<void>
}

type Parts = {
  domain: Pick<Domain, 'options' | 'identities' | 'limits' | 'outbox'>
  database: Database
  codes: VerificationCodes
}

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
    sendCode: async ({ address, language, browser }, asker) => {
      const to = readMailAddress(address)
      checkAccepted(to)
      if (!canSendMail(options)) throw new ApplicationError('mail_off')
      await limits.mail(to, asker.address)
      const letter = { about: 'code', to, language, browser } as const
      await outbox.post({ kind: 'mail', purpose: 'code', goodForSeconds: codeSeconds, letter })
    },
    bind: async (userId, proof, asker) => {
      const address = readMailAddress(proof.address)
      await codes.spendCode(address, proof.code.trim(), asker)
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
