import type { UseFormReturn } from 'react-hook-form'
import type { ProviderCard } from '#contract/providers.ts'
import { useText } from '../../../lib/i18n.ts'
import { Combobox } from '../../../ui/combobox.tsx'
import { FormField } from '../../../ui/form-field.tsx'
import { FormSection } from '../../../ui/form-section.tsx'
import { Input } from '../../../ui/input.tsx'
import { NumberInput } from '../../../ui/number-input.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { type ChannelFormValues, newChannelValues } from './channel-form.ts'
import { JsonField } from './json-field.tsx'

type FieldsProps = { form: UseFormReturn<ChannelFormValues>; provider: ProviderCard | undefined }

/** What few channels need; it opens by itself when something here is set or wrong. */
export function AdvancedFields({ form, provider }: FieldsProps) {
  const t = useText('channels')
  const { control } = form
  const models = form.watch('models')
  const organization = provider?.organization_hint ?? ''
  return (
    <FormSection title={t('sectionAdvanced')} folded mustOpen={useHasAdvanced(form)}>
      <div className="grid gap-4.5 sm:grid-cols-2">
        <FormField control={control} name="tag" label={t('fieldTag')}>
          {(field) => <Input {...field} maxLength={64} />}
        </FormField>
        <FormField control={control} name="prefix" label={t('fieldPrefix')} hint={t('prefixHint')}>
          {(field) => <Input {...field} maxLength={64} />}
        </FormField>
        <FormField control={control} name="testModel" label={t('fieldTestModel')} hint={t('testModelHint')}>
          {({ ref: _ref, name: _name, ...field }) => <Combobox {...field} choices={models} />}
        </FormField>
        <FormField control={control} name="maxInputTokens" label={t('fieldMaxInput')} hint={t('maxInputHint')}>
          {({ ref, name: _name, ...field }) => (
            <NumberInput {...field} inputRef={ref} minimum={0} maximum={1_000_000_000} step={1000} decimals={0} />
          )}
        </FormField>
        {organization !== '' && (
          <FormField control={control} name="organization" label={t('fieldOrganization')} hint={t('organizationHint')}>
            {(field) => <Input {...field} maxLength={256} placeholder={organization} />}
          </FormField>
        )}
      </div>
      <FormField control={control} name="autoBan" label={t('fieldAutoBan')} hint={t('autoBanHint')} inline>
        {({ id, value, onChange, 'aria-describedby': describedBy }) => (
          <Switch id={id} checked={value} onChange={onChange} aria-describedby={describedBy} />
        )}
      </FormField>
      <JsonField
        control={control}
        name="statusMapping"
        label={t('fieldStatusMapping')}
        hint={t('statusMappingHint')}
        template="statusMapping"
      />
      <JsonField
        control={control}
        name="override"
        label={t('fieldOverride')}
        hint={t('overrideHint')}
        template="override"
      />
    </FormSection>
  )
}

const advanced = [
  'tag',
  'prefix',
  'testModel',
  'organization',
  'autoBan',
  'maxInputTokens',
  'statusMapping',
  'override',
] as const

const useHasAdvanced = (form: UseFormReturn<ChannelFormValues>): boolean => {
  const plain = newChannelValues()
  const { defaultValues, errors } = form.formState
  return advanced.some((name) => (defaultValues?.[name] ?? plain[name]) !== plain[name] || errors[name] !== undefined)
}
