import type { UseFormReturn } from 'react-hook-form'
import { useText } from '../../lib/i18n.ts'
import { FormField } from '../../ui/form-field.tsx'
import { Switch } from '../../ui/switch.tsx'
import type { PreferenceValues } from './preferences-form.ts'

export function PriceFields({ form }: { form: UseFormReturn<PreferenceValues> }) {
  const t = useText('personal')
  return (
    <div className="max-w-[620px]">
      <FormField
        control={form.control}
        name="accept_unset_model_ratio_model"
        label={t('acceptUnset')}
        hint={t('acceptUnsetHint')}
        inline
      >
        {({ id, value, onChange, 'aria-describedby': describedBy }) => (
          <Switch id={id} checked={value} onChange={onChange} aria-describedby={describedBy} />
        )}
      </FormField>
    </div>
  )
}
