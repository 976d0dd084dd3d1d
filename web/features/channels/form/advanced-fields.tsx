import type { UseFormReturn } from 'react-hook-form'
import type { ProviderCard } from '#contract/providers.ts'
import { useText } from '../../../lib/i18n.ts'
import { Combobox } from '../../../ui/combobox.tsx'
import { FormField } from '../../../ui/form-field.tsx'
import { FormSection } from '../../../ui/form-section.tsx'
import { Input } from '../../../ui/input.tsx'
import type { ChannelFormValues } from './channel-values.ts'
import { SectionFields, useHasSet } from './section-fields.tsx'

type FieldsProps = { form: UseFormReturn<ChannelFormValues>; provider: ProviderCard | undefined }

/** What few channels need; it opens by itself when something here is set or wrong. */
export function AdvancedFields({ form, provider }: FieldsProps) {
  const t = useText('channels')
  return (
    <FormSection title={t('sectionAdvanced')} folded mustOpen={useHasSet(form, 'advanced')}>
      <SectionFields
        form={form}
        section="advanced"
        own={{
          test_model: <TestModelField form={form} />,
          openai_organization: <OrganizationField form={form} example={provider?.organization_hint ?? ''} />,
        }}
      />
    </FormSection>
  )
}

function TestModelField({ form }: Pick<FieldsProps, 'form'>) {
  const t = useText('channels')
  const models = form.watch('models')
  return (
    <FormField control={form.control} name="test_model" label={t('field.test_model')} hint={t('field.test_model.hint')}>
      {({ ref: _ref, name: _name, value, onChange, ...field }) => (
        <Combobox {...field} value={value || null} onChange={(next) => onChange(next ?? '')} choices={models} />
      )}
    </FormField>
  )
}

/** Of providers that are told of one. */
function OrganizationField({ form, example }: Pick<FieldsProps, 'form'> & { example: string }) {
  const t = useText('channels')
  if (example === '') return null
  return (
    <FormField
      control={form.control}
      name="openai_organization"
      label={t('field.openai_organization')}
      hint={t('field.openai_organization.hint')}
    >
      {(field) => <Input {...field} maxLength={256} placeholder={example} />}
    </FormField>
  )
}
