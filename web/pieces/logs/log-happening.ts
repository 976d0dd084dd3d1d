import { type Happening, paymentFaults } from '#contract/account-events.ts'
import { chargeText, type Log } from '#contract/logs.ts'
import type { Formats } from '../../lib/format.ts'
import type { Text } from '../../lib/i18n.ts'
import { otherOf } from './log-other.ts'

type Wording = {
  /** What the setting is called that it tells of. */
  optionName?: string | undefined
  /** Marks whom or what it names. */
  mark?: (text: string) => string
}

/** What a row says beside what it was charged by, in the reader's language where it is known what happened. */
export const contentOf = (row: Log, t: Text<'logs'>, format: Formats, wording: Wording = {}): string => {
  const { happened, ...other } = otherOf(row)
  if (happened === undefined) return row.content === chargeText(other) ? '' : row.content
  const what = happeningText(happened, t, format, wording)
  const { values: { reason } = {} } = happened
  const isGiven = givesReason.has(happened.name) && reason !== undefined
  return isGiven ? t('happened.because', { what, reason: String(reason) }) : what
}

type Values = NonNullable<Happening['values']>

/** What administrators do, for a reason that they may tell. */
const givesReason: ReadonlySet<Happening['name']> = new Set([
  'quota_changed',
  'account_banned',
  'account_unbanned',
  'account_deleted',
  'admin_made',
  'admin_removed',
])

const happeningText = (
  { name, values = {} }: Happening,
  t: Text<'logs'>,
  format: Formats,
  { optionName, mark = (text) => text }: Wording,
): string => {
  const text = (key: string) => String(values[key] ?? '')
  const amount = (key: string) => format.quota(Number(values[key] ?? 0))
  switch (name) {
    case 'code_redeemed':
      return t('happened.code_redeemed', { code: mark(text('code')) })
    case 'topped_up':
      return t('happened.topped_up', { yuan: text('yuan') })
    case 'quota_changed':
      return t('happened.quota_changed', { before: amount('before'), after: amount('after') })
    case 'invited':
      return t('happened.invited', { username: mark(text('username')) })
    case 'option_changed':
      return t('happened.option_changed', { option: mark(optionName ?? text('option')) })
    case 'payment_refused':
      return t('happened.payment_refused', { reason: paymentFault(values, t), order: text('order') })
    case 'channel_tested':
      return t('happened.channel_tested', {
        ...{ channel: text('channel'), id: text('id'), model: text('model') },
        time: format.latency(Number(values.seconds ?? 0) * 1000),
      })
    default:
      return t(`happened.${name}`)
  }
}

/** An earlier version kept a sentence. */
const paymentFault = ({ reason = '', paid = '', due = '' }: Values, t: Text<'logs'>): string => {
  const known = paymentFaults.find((each) => each === reason)
  switch (known) {
    case undefined:
      return String(reason)
    case 'amount_other':
      return t('paymentFault.amount_other', { paid: String(paid), due: String(due) })
    case 'amount_missing':
      return t('paymentFault.amount_missing', { due: String(due) })
    default:
      return t(`paymentFault.${known}`)
  }
}
