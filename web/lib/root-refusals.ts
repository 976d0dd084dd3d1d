import type { Envelope } from '#contract/endpoint.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { currentLanguage, textIn } from './i18n.ts'

type Refusal = Pick<Envelope<unknown>, 'code' | 'values'>
/** How a refusal is worded, and the setting that it waits for. */
export type Worded = { message: string; option?: string }

/** What others are sent to the admin with is the super admin's own to do. */
export const rootRefusal = async ({ code, values = {} }: Refusal): Promise<Worded | undefined> => {
  const t = await textIn('dialogs', currentLanguage())
  const [name, model] = [String(values.name ?? ''), String(values.model ?? '')]
  const own: Partial<Record<ErrorCode, Worded>> = {
    topup_address_missing: { message: t('ownTopUp'), option: 'ServerAddress' },
    check_in_misconfigured: { message: t('ownCheckIn'), option: 'CheckInQuota' },
    mail_off: { message: t('ownMail'), option: 'SMTPServer' },
    signin_refused: { message: t('ownLogin', { name }), option: name },
    model_unpriced: { message: t('ownPrice', { model }) },
    upstream_account_refused: { message: t('ownUpstream') },
    upstream_model_unknown: { message: t('ownUpstreamModel') },
    account_banned: { message: t('ownBan') },
    internal: { message: t('errorInternalHere') },
  }
  return Object.entries(own).find(([each]) => each === code)?.[1]
}
