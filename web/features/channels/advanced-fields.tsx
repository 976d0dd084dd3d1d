import type { UseFormReturn } from 'react-hook-form'
import { useText } from '../../lib/i18n.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import { Input } from '../../ui/input.tsx'
import { JsonInput } from '../../ui/json-input.tsx'
import { Switch } from '../../ui/switch.tsx'
import { type ChannelFormValues, newChannelValues, organizationType } from './channel-form.ts'

type FieldsProps = { form: UseFormReturn<ChannelFormValues> }

/** What few channels need; it opens by itself when something here is set or wrong. */
export function AdvancedFields({ form }: FieldsProps) {
  const t = useText('channels')
  const { control } = form
  const [type, models] = form.watch(['type', 'models'])
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
        {type === organizationType && (
          <FormField control={control} name="organization" label={t('fieldOrganization')} hint={t('organizationHint')}>
            {(field) => <Input {...field} maxLength={256} placeholder="org-…" />}
          </FormField>
        )}
      </div>
      <FormField control={control} name="autoBan" label={t('fieldAutoBan')} hint={t('autoBanHint')} inline>
        {({ id, value, onChange, 'aria-describedby': describedBy }) => (
          <Switch id={id} checked={value} onChange={onChange} aria-describedby={describedBy} />
        )}
      </FormField>
      <JsonFields form={form} />
    </FormSection>
  )
}

function JsonFields({ form }: FieldsProps) {
  const t = useText('channels')
  const fields = [
    {
      name: 'modelMapping',
      label: t('fieldMapping'),
      hint: t('mappingHint'),
      example: '{\n  "gpt-5": "gpt-5-mini"\n}',
    },
    {
      name: 'statusMapping',
      label: t('fieldStatusMapping'),
      hint: t('statusMappingHint'),
      example: '{\n  "400": "500"\n}',
    },
    { name: 'override', label: t('fieldOverride'), hint: t('overrideHint'), example: '{\n  "temperature": 0\n}' },
    { name: 'setting', label: t('fieldSetting'), hint: undefined, example: '{\n  "thinking_to_content": true\n}' },
  ] as const
  return fields.map(({ name, label, hint, example }) => (
    <FormField key={name} control={form.control} name={name} label={label} hint={hint}>
      {({ ref: _ref, name: _name, ...field }) => <JsonInput {...field} rows={3} placeholder={example} />}
    </FormField>
  ))
}

const advanced = [
  'tag',
  'prefix',
  'testModel',
  'organization',
  'autoBan',
  'modelMapping',
  'statusMapping',
  'override',
  'setting',
] as const

const useHasAdvanced = (form: UseFormReturn<ChannelFormValues>): boolean => {
  const plain = newChannelValues()
  const { defaultValues, errors } = form.formState
  return advanced.some((name) => (defaultValues?.[name] ?? plain[name]) !== plain[name] || errors[name] !== undefined)
}
