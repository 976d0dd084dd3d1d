import type { UseFormReturn } from 'react-hook-form'
import { useNowSeconds } from '../../lib/clock.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { DateTimeInput } from '../../ui/date-time-input.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { Presets } from './presets.tsx'
import { expiryAfter, expiryPresets, neverExpires, type TokenFormValues } from './token-form.ts'

/** A date and time, or never, with shortcuts. */
export function ExpiryField({ form }: { form: UseFormReturn<TokenFormValues> }) {
  const t = useText('tokens')
  const format = useFormat()
  const now = useNowSeconds()
  const time = form.watch('expiredTime')
  const hint =
    time === neverExpires ? t('expiryNever') : time !== null && t('expiryIn', { time: format.relative(time, now) })
  return (
    <>
      <FormField control={form.control} name="expiredTime" label={t('fieldExpiry')} hint={hint || undefined}>
        {({ value, ...field }) => <DateTimeInput {...field} value={value === neverExpires ? null : value} />}
      </FormField>
      <Presets
        label={t('expiryPresets')}
        choices={expiryPresets.map(({ key, seconds }) => ({ label: t(key), value: seconds }))}
        onPick={(seconds) => {
          const moment = expiryAfter(seconds, Math.floor(Date.now() / 1000))
          form.setValue('expiredTime', moment, { shouldDirty: true, shouldValidate: true })
        }}
      />
    </>
  )
}
