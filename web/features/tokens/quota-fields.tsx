import type { UseFormReturn } from 'react-hook-form'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { FormField } from '../../ui/form-field.tsx'
import { NumberInput } from '../../ui/number-input.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Presets } from './presets.tsx'
import { quotaPresets, type TokenFormValues } from './token-form.ts'

const step = 500_000

/** The quota with what it is worth, its shortcuts, and the switch that makes it unlimited. */
export function QuotaFields({ form }: { form: UseFormReturn<TokenFormValues> }) {
  const t = useText('tokens')
  const format = useFormat()
  const [quota, isUnlimited] = form.watch(['remainQuota', 'unlimitedQuota'])
  return (
    <>
      <FormField
        control={form.control}
        name="remainQuota"
        label={t('fieldQuota')}
        hint={t('quotaEquals', { dollars: format.dollars(quota ?? 0) })}
      >
        {({ ref, name: _name, ...field }) => (
          <NumberInput {...field} inputRef={ref} minimum={0} step={step} decimals={0} disabled={isUnlimited} />
        )}
      </FormField>
      <Presets
        label={t('quotaPresets')}
        disabled={isUnlimited}
        choices={quotaPresets.map((preset) => ({ label: `$${preset.dollars}`, value: preset.quota }))}
        onPick={(value) => form.setValue('remainQuota', value, { shouldDirty: true, shouldValidate: true })}
      />
      <FormField
        control={form.control}
        name="unlimitedQuota"
        label={t('fieldUnlimited')}
        hint={t('unlimitedHint')}
        inline
      >
        {({ id, value, onChange, 'aria-describedby': describedBy }) => (
          <Switch id={id} checked={value} onChange={onChange} aria-describedby={describedBy} />
        )}
      </FormField>
    </>
  )
}
