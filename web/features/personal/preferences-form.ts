import type { EndpointRequest } from '#contract/endpoint.ts'
import { emptyOrMailAddress, headerWord } from '#contract/fields.ts'
import type { userSettings } from '#contract/user-settings.ts'
import type { Text } from '../../lib/i18n.ts'
import type { ShownSetting } from '../../lib/own-setting.ts'
import { formOf } from '../../lib/record-form.ts'
import type { RecordEditOf } from '../../ui/use-record-form.ts'

/** With the threshold of the site, as long as there is no other. */
export type StoredPreferences = ShownSetting & { quota_warning_threshold: number }
type PreferenceChange = EndpointRequest<typeof userSettings.update>['body']

export const thresholdPresets = [100_000, 500_000, 1_000_000, 5_000_000] as const

const webhook = 'webhook'

export const isByWebhook = ({ type }: { type: string }): boolean => type === webhook

export const preferencesForm = formOf<StoredPreferences, PreferenceChange, 'personal'>()(
  {
    type: {
      control: 'choice',
      label: 'notifyType',
      start: '',
      from: (row) => row.notify_type,
      to: (type) => ({ notify_type: type === webhook ? webhook : 'email' }),
    },
    threshold: {
      control: 'money',
      label: 'threshold',
      start: null,
      from: (row) => row.quota_warning_threshold,
      to: (threshold) => ({ quota_warning_threshold: threshold ?? 0 }),
      rule: (threshold, t) => (Number.isInteger(threshold) && Number(threshold) > 0 ? undefined : t('thresholdWrong')),
    },
    email: {
      control: 'text',
      label: 'notificationEmail',
      start: '',
      from: (row) => row.notification_email,
      to: (email) => ({ notification_email: email }),
    },
    address: {
      control: 'text',
      label: 'webhookUrl',
      hint: 'webhookUrlHint',
      start: '',
      from: (row) => row.webhook_url,
      to: (address) => ({ webhook_url: address.trim() }),
    },
    removesSecret: {
      control: 'switch',
      label: 'webhookSecretRemove',
      start: false,
      to: (removesSecret) => (removesSecret ? { webhook_secret: '' } : {}),
    },
    /** Empty keeps the one there is. */
    secret: {
      control: 'password',
      label: 'webhookSecret',
      hint: 'webhookSecretHint',
      start: '',
      to: (secret) => (secret === '' ? {} : { webhook_secret: secret }),
    },
  },
  // Of the two ways only one is on the screen.
  ({ email, address, secret, ...way }, t) => {
    if (!isByWebhook(way)) return { email: emptyOrMailAddress.safeParse(email).success ? undefined : t('emailWrong') }
    return {
      address: addressFault(address.trim(), t),
      secret: headerWord(256).safeParse(secret).success ? undefined : t('webhookSecretWrong'),
    }
  },
)

const addressFault = (address: string, t: Text<'personal'>): string | undefined => {
  if (address === '') return t('webhookUrlMissing')
  return /^https:\/\/\S+$/i.test(address) ? undefined : t('webhookUrlHttps')
}

export const priceForm = formOf<ShownSetting, PreferenceChange, 'personal'>()({
  acceptsUnset: {
    control: 'switch',
    label: 'acceptUnset',
    hint: 'acceptUnsetHint',
    start: false,
    from: (row) => row.accept_unset_model_ratio_model,
    to: (acceptsUnset) => ({ accept_unset_model_ratio_model: acceptsUnset }),
  },
})

export type PreferencesEdit = RecordEditOf<typeof preferencesForm>
