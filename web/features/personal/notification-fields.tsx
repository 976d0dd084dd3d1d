import type { User } from '#contract/user.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import type { ShownSetting } from '../../lib/own-setting.ts'
import { Input } from '../../ui/input.tsx'
import { MailNotice } from '../../ui/mail-notice.tsx'
import { Presets } from '../../ui/presets.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { RecordField } from '../../ui/record-field.tsx'
import { type PreferencesEdit, thresholdPresets } from './preferences-form.ts'
import { WebhookFields } from './webhook-fields.tsx'

type NotificationFieldsProps = { edit: PreferencesEdit; user: User; setting: ShownSetting }

export function NotificationFields({ edit, user, setting }: NotificationFieldsProps) {
  const t = useText('personal')
  const format = useFormat()
  const [type, threshold] = edit.form.watch(['type', 'threshold'])
  const worth = format.exactDollars(threshold ?? 0)
  // What is typed is nobody's default.
  const isOfSite = setting.quota_warning_threshold === undefined && threshold === edit.before?.quota_warning_threshold
  return (
    <>
      <div className="grid gap-1.5">
        <p className="text-[13px] font-medium">{t('notifyType')}</p>
        <RadioGroup
          value={type}
          onChange={(next) => edit.set('type', next)}
          label={t('notifyType')}
          choices={[
            { value: 'email', label: t('notifyEmail') },
            { value: 'webhook', label: t('notifyWebhook') },
          ]}
        />
        {type !== 'webhook' && <MailNotice />}
      </div>
      <RecordField edit={edit} name="threshold" hint={t(isOfSite ? 'thresholdUnset' : 'thresholdHint', { worth })} />
      <Presets
        label={t('thresholdPresets')}
        choices={thresholdPresets.map((value) => ({ id: value, label: format.exactDollars(value), value }))}
        onPick={(value) => edit.set('threshold', value)}
      />
      {type === 'webhook' ? (
        <WebhookFields edit={edit} isSecretSet={setting.webhook_secret_set} />
      ) : (
        <RecordField
          edit={edit}
          name="email"
          hint={user.email === '' ? t('notificationEmailNone') : t('notificationEmailHint', { email: user.email })}
          optional
        >
          {(field) => <Input {...field} type="email" autoComplete="email" />}
        </RecordField>
      )}
    </>
  )
}
