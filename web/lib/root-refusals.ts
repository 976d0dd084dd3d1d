import type { Envelope } from '#contract/endpoint.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { currentLanguage, textIn } from './i18n.ts'

type Refusal = Pick<Envelope<unknown>, 'code' | 'values'>
/** How a refusal is worded, and the setting that it waits for. */
export type Worded = { message: string; option?: string }

/** What others are sent to the admin with is the super admin's own to do. */
export const rootRefusal = async ({ code, values = {} }: Refusal): Promise<Worded | undefined> => {
  const t = await textIn('dialogs', currentLanguage())
  const name = String(values.name ?? '')
  const own: Partial<Record<ErrorCode, Worded>> = {
    topup_address_missing: { message: t('ownTopUp'), option: 'ServerAddress' },
    check_in_misconfigured: { message: t('ownCheckIn'), option: 'CheckInQuota' },
    mail_off: { message: t('ownMail'), option: 'SMTPServer' },
    signin_refused: { message: t('ownLogin', { name }), option: name },
  }
  return Object.entries(own).find(([each]) => each === code)?.[1]
}
