import type { UseFormReturn } from 'react-hook-form'
import { useText } from '../../lib/i18n.ts'
import { DateTimeInput } from '../../ui/date-time-input.tsx'
import { FormField } from '../../ui/form-field.tsx'
import type { RedemptionFormValues } from './redemption-form.ts'

/** From when until when a code can be redeemed. */
export function ValidityFields({ form }: { form: UseFormReturn<RedemptionFormValues> }) {
  const t = useText('redemptions')
  return (
    <>
      <FormField control={form.control} name="validFrom" label={t('fieldValidFrom')} hint={t('validFromHint')}>
        {(field) => <DateTimeInput {...field} />}
      </FormField>
      <FormField control={form.control} name="validUntil" label={t('fieldValidUntil')} hint={t('validUntilHint')}>
        {(field) => <DateTimeInput {...field} />}
      </FormField>
    </>
  )
}
