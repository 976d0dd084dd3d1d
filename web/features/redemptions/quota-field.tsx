import type { UseFormReturn } from 'react-hook-form'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { NumberInput } from '../../ui/number-input.tsx'
import { quotaPresets, type RedemptionFormValues } from './redemption-form.ts'

const step = 500_000

/** What one code is worth, with shortcuts. */
export function QuotaField({ form }: { form: UseFormReturn<RedemptionFormValues> }) {
  const t = useText('redemptions')
  const format = useFormat()
  const quota = form.watch('quota')
  return (
    <>
      <FormField
        control={form.control}
        name="quota"
        label={t('fieldQuota')}
        hint={t('quotaEquals', { dollars: format.dollars(quota ?? 0) })}
        required
      >
        {({ ref, name: _name, ...field }) => (
          <NumberInput {...field} inputRef={ref} minimum={1} step={step} decimals={0} />
        )}
      </FormField>
      <fieldset aria-label={t('quotaPresets')} className="-mt-2.5 flex flex-wrap gap-1.5">
        {quotaPresets.map((preset) => (
          <Button
            key={preset.quota}
            size="sm"
            onClick={() => form.setValue('quota', preset.quota, { shouldDirty: true, shouldValidate: true })}
          >
            {`$${preset.dollars}`}
          </Button>
        ))}
      </fieldset>
    </>
  )
}
