import { roles, userStatuses } from '#contract/user.ts'
import type { Database } from '../../db/database.ts'
import { findUserByEmail, isEmailTaken } from '../../db/users.ts'
import { MailRefused, type SendMail, type SmtpServer } from '../../lib/outbound/smtp.ts'
import type { Options } from '../options.ts'
import { type Carriers, Undeliverable } from './courier.ts'
import { mailPage, mailPlain } from './mail-page.ts'
import {
  codeText,
  type MailText,
  noticeText,
  noticeTextInBoth,
  resetText,
  rootResetText,
  takenText,
} from './mail-texts.ts'
import type { Letter } from './outbox.ts'
import { codeSeconds, type VerificationCodes } from './verification-codes.ts'

type Parts = {
  options: Options
  database: Database
  codes: VerificationCodes
  send: SendMail
  /** Where the console is, when the operator has not said so in the options. */
  siteAddress: string
}

/** Puts a letter into words and hands it to the mail server; both as the options are now. */
export const createMailCarrier = ({ options, database, codes, send, siteAddress }: Parts): Carriers['mail'] => {
  const facts = () => ({ system: options.get('SystemName'), minutes: codeSeconds / 60 })

  /** Nothing for an address that is nobody's: only its owner may learn that. */
  const resetMail = async ({ to, language }: Letter & { about: 'reset' }): Promise<MailText | undefined> => {
    const user = await findUserByEmail(database.query, to)
    if (user?.status !== userStatuses.active) return undefined
    // An administrator decides which server mails go through, so a mail must not make anybody the super admin.
    if (user.role >= roles.root) return rootResetText(language, facts())
    const token = await codes.issue(database.query, 'reset', to)
    const link = new URL(`${options.get('ServerAddress') || siteAddress}/user/reset`)
    link.search = new URLSearchParams({ email: to, token }).toString()
    return resetText(language, facts(), link.href)
  }

  /** The owner of a taken address learns that somebody wants it; whoever asked is told nothing. */
  const codeMail = async ({ to, language, browser }: Letter & { about: 'code' }): Promise<MailText> => {
    if (await isEmailTaken(database.query, to)) return takenText(language, facts())
    return codeText(language, facts(), await codes.issue(database.query, 'email', to, browser))
  }

  const write = (letter: Letter): MailText | undefined | Promise<MailText | undefined> => {
    switch (letter.about) {
      case 'code':
        return codeMail(letter)
      case 'reset':
        return resetMail(letter)
      case 'notice':
        return noticeTextInBoth(facts().system, letter)
      case 'notice_in_language':
        return noticeText(letter.language, facts().system, letter)
    }
  }

  return async (letter, signal) => {
    const server = mailServer(options)
    const text = await write(letter)
    if (text === undefined) return
    const { system } = facts()
    const from = { name: system, address: options.get('SMTPFrom') || options.get('SMTPAccount') }
    const mail = { from, to: letter.to, subject: text.subject, text: mailPlain(text), html: mailPage(system, text) }
    await send(server, mail, signal).catch((error: unknown) => {
      throw error instanceof MailRefused ? new Undeliverable(error.message, { cause: error }) : error
    })
  }
}

/** Whether there is a server to send mail through, and an address to send it from. */
export const canSendMail = (options: Options): boolean =>
  options.get('SMTPServer') !== '' && (options.get('SMTPFrom') || options.get('SMTPAccount')) !== ''

const mailServer = (options: Options): SmtpServer => {
  const port = options.get('SMTPPort')
  const password = options.get('SMTPToken')
  if (!canSendMail(options)) throw new Error('no mail server is configured')
  return {
    host: options.get('SMTPServer').trim(),
    port,
    secure: port === 465 || options.get('SMTPSSLEnabled'),
    account: password === '' ? undefined : { user: options.get('SMTPAccount'), password },
  }
}
