import type { UseFormReturn } from 'react-hook-form'
import type { User } from '#contract/users.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { Input } from '../../ui/input.tsx'
import { NumberInput } from '../../ui/number-input.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { type PreferenceValues, type ShownSetting, thresholdPresets } from './preferences-form.ts'
import { WebhookFields } from './webhook-fields.tsx'

type NotificationFieldsProps = { form: UseFormReturn<PreferenceValues>; user: User; setting: ShownSetting }

export function NotificationFields({ form, user, setting }: NotificationFieldsProps) {
  const t = useText('personal')
  const format = useFormat()
  const [type, threshold] = form.watch(['notify_type', 'quota_warning_threshold'])
  const worth = format.exactDollars(threshold ?? 0)
  const thresholdHint =
    setting.quota_warning_threshold === undefined ? t('thresholdUnset', { worth }) : t('thresholdHint', { worth })
  return (
    <div className="grid max-w-[620px] grid-cols-[minmax(0,1fr)] gap-4.5">
      <div className="grid gap-1.5">
        <p className="text-[13px] font-medium">{t('notifyType')}</p>
        <RadioGroup
          value={type}
          onChange={(next) => form.setValue('notify_type', next, { shouldDirty: true })}
          label={t('notifyType')}
          choices={[
            { value: 'email', label: t('notifyEmail') },
            { value: 'webhook', label: t('notifyWebhook') },
          ]}
        />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <FormField control={form.control} name="quota_warning_threshold" label={t('threshold')} hint={thresholdHint}>
          {({ ref, name: _name, ...field }) => <NumberInput {...field} inputRef={ref} step={100_000} decimals={0} />}
        </FormField>
        <fieldset className="flex flex-wrap gap-1.5">
          <legend className="sr-only">{t('thresholdPresets')}</legend>
          {thresholdPresets.map((preset) => (
            <Button
              key={preset}
              size="sm"
              onClick={() =>
                form.setValue('quota_warning_threshold', preset, { shouldDirty: true, shouldValidate: true })
              }
            >
              {format.exactDollars(preset)}
            </Button>
          ))}
        </fieldset>
      </div>
      {type === 'email' ? (
        <FormField
          control={form.control}
          name="notification_email"
          label={t('notificationEmail')}
          hint={user.email === '' ? t('notificationEmailNone') : t('notificationEmailHint', { email: user.email })}
          optional
        >
          {(field) => <Input {...field} type="email" autoComplete="email" />}
        </FormField>
      ) : (
        <WebhookFields form={form} isSecretSet={setting.webhook_secret_set} />
      )}
    </div>
  )
}
