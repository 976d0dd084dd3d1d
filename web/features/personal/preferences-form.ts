import * as z from 'zod/mini'
import type { EndpointRequest } from '#contract/endpoint.ts'
import { emptyOrMailAddress, headerWord } from '#contract/fields.ts'
import type { userSettings } from '#contract/user-settings.ts'
import { shownUserSetting } from '#contract/users.ts'
import type { Text } from '../../lib/i18n.ts'

export type ShownSetting = z.output<typeof shownUserSetting>
export type PreferenceValues = {
  notify_type: 'email' | 'webhook'
  quota_warning_threshold: number
  notification_email: string
  webhook_url: string
  /** Empty keeps the secret there is. */
  webhook_secret: string
  removeSecret: boolean
  accept_unset_model_ratio_model: boolean
}
export type PreferenceChange = EndpointRequest<typeof userSettings.update>['body']

export const thresholdPresets = [100_000, 500_000, 1_000_000, 5_000_000] as const

/** The setting is JSON text; what cannot be read counts as not set. */
export const readSetting = (text: string): ShownSetting => {
  try {
    return shownUserSetting.parse(JSON.parse(text))
  } catch {
    return shownUserSetting.parse({})
  }
}

/** `usualThreshold`: the site's, which counts until another is saved. */
export const preferenceValues = (setting: ShownSetting, usualThreshold: number): PreferenceValues => ({
  notify_type: setting.notify_type,
  quota_warning_threshold: setting.quota_warning_threshold ?? usualThreshold,
  notification_email: setting.notification_email,
  webhook_url: setting.webhook_url,
  webhook_secret: '',
  removeSecret: false,
  accept_unset_model_ratio_model: setting.accept_unset_model_ratio_model,
})

export const preferenceSchema = (t: Text<'personal'>) =>
  z
    .object({
      notify_type: z.enum(['email', 'webhook']),
      quota_warning_threshold: z.int(t('thresholdWrong')).check(z.minimum(1, t('thresholdWrong'))),
      notification_email: z
        .string()
        .check(z.refine((text) => emptyOrMailAddress.safeParse(text).success, t('emailWrong'))),
      webhook_url: z.string().check(
        z.trim(),
        z.refine((text) => text === '' || /^https:\/\/[^\s]+$/i.test(text), t('webhookUrlHttps')),
      ),
      webhook_secret: z
        .string()
        .check(z.refine((text) => headerWord(256).safeParse(text).success, t('webhookSecretWrong'))),
      removeSecret: z.boolean(),
      accept_unset_model_ratio_model: z.boolean(),
    })
    .check(
      z.refine(({ notify_type, webhook_url }) => notify_type === 'email' || webhook_url !== '', {
        error: t('webhookUrlMissing'),
        path: ['webhook_url'],
        when: () => true,
      }),
    )

/** Only what differs from what is stored, or counts as long as nothing is. */
export const preferenceChange = (
  setting: ShownSetting,
  values: PreferenceValues,
  usualThreshold: number,
): PreferenceChange => {
  const { webhook_secret, removeSecret, ...plain } = values
  const stored = { ...setting, quota_warning_threshold: setting.quota_warning_threshold ?? usualThreshold }
  const differs = Object.entries(plain).filter(([name, value]) => Reflect.get(stored, name) !== value)
  // seam: fromEntries forgets the names
  const changed = Object.fromEntries(differs) as PreferenceChange
  if (webhook_secret !== '') return { ...changed, webhook_secret }
  return removeSecret ? { ...changed, webhook_secret: '' } : changed
}
