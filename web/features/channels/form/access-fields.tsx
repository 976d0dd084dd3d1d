import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { ProviderCard } from '#contract/providers.ts'
import { type Text, useText } from '../../../lib/i18n.ts'
import { FormField } from '../../../ui/form-field.tsx'
import { FormSection } from '../../../ui/form-section.tsx'
import { Input } from '../../../ui/input.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { type ChannelTask, keyPlaceholder } from '../runs/channel-task.ts'
import { endsWithVersion } from './channel-form.ts'
import type { ChannelFormValues } from './channel-values.ts'
import { KeyField } from './key-field.tsx'
import { SectionFields } from './section-fields.tsx'

type AccessFieldsProps = {
  form: UseFormReturn<ChannelFormValues>
  task: ChannelTask
  provider: ProviderCard | undefined
}

/** How the provider is reached: name, key, address, and the extra field if it has one. */
export function AccessFields({ form, task, provider }: AccessFieldsProps) {
  const t = useText('channels')
  const other = useWatch({ control: form.control, name: 'other' })
  const hasOther = (provider?.other_label ?? '') !== '' || other !== ''
  return (
    <FormSection title={t('sectionAccess')}>
      <SectionFields
        form={form}
        section="access"
        own={{
          name: <NameAndKey form={form} task={task} provider={provider} />,
          base_url: <AddressField form={form} provider={provider} />,
          other: hasOther ? <OtherField form={form} provider={provider} /> : null,
        }}
      />
    </FormSection>
  )
}

function NameAndKey({ form, task, provider }: AccessFieldsProps) {
  const t = useText('channels')
  return (
    <>
      <FormField control={form.control} name="name" label={t('field.name')} hint={t('field.name.hint')} required>
        {(field) => <Input {...field} />}
      </FormField>
      <KeyField
        form={form}
        isDocument={provider?.key_is_document ?? false}
        isNew={task.kind !== 'edit'}
        required={task.kind === 'create'}
        placeholder={keyPlaceholder(task, t) || (provider?.key_hint ?? '')}
      />
    </>
  )
}

type FieldProps = Omit<AccessFieldsProps, 'task'>

function AddressField({ form, provider }: FieldProps) {
  const t = useText('channels')
  const address = useWatch({ control: form.control, name: 'base_url' })
  return (
    <>
      <FormField
        control={form.control}
        name="base_url"
        label={t('field.base_url')}
        hint={addressHint(t, provider)}
        required={provider?.base_url_required ?? false}
      >
        {(field) => <Input {...field} type="url" inputMode="url" placeholder={provider?.base_url ?? ''} />}
      </FormField>
      {endsWithVersion(address) && <Notice tone="warn">{t('addressVersionText')}</Notice>}
    </>
  )
}

function OtherField({ form, provider }: FieldProps) {
  const t = useText('channels')
  const example = provider?.other_hint ?? ''
  return (
    <FormField
      control={form.control}
      name="other"
      label={provider?.other_label || t('field.other')}
      hint={example === '' ? t('field.other.hint') : t('otherExample', { example })}
    >
      {(field) => (
        <Textarea
          {...field}
          rows={1}
          spellCheck={false}
          placeholder={provider?.other_default}
          className="min-h-9! font-mono text-[13px]"
        />
      )}
    </FormField>
  )
}

const addressHint = (t: Text<'channels'>, provider: ProviderCard | undefined): string => {
  if (provider?.base_url_whole) return t('addressWhole', { model: '{model}' })
  return t(provider?.base_url_required ? 'addressNeeded' : 'field.base_url.hint')
}
