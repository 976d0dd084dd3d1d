import { emails } from '#contract/emails.ts'
import { call } from './api.ts'

/** Has a code mailed to the address. */
export const sendEmailCode = (email: string, humanCheckToken: string): Promise<unknown> =>
  call(emails.sendCode, { query: { email, turnstile: humanCheckToken } })
