import type { UseFormReturn } from 'react-hook-form'
import type { ProviderCard } from '#contract/providers.ts'
import { useText } from '../../lib/i18n.ts'
import { FormField } from '../../ui/form-field.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import { Input } from '../../ui/input.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import type { ChannelFormValues } from './channel-form.ts'
import { type ChannelTask, keyPlaceholder } from './channel-task.ts'
import { KeyField } from './key-field.tsx'

type AccessFieldsProps = {
  form: UseFormReturn<ChannelFormValues>
  task: ChannelTask
  provider: ProviderCard | undefined
}

/** How the provider is reached: name, key, address, and the extra field if it has one. */
export function AccessFields({ form, task, provider }: AccessFieldsProps) {
  const t = useText('channels')
  const otherHint = provider?.other_hint ?? ''
  return (
    <FormSection title={t('sectionAccess')}>
      <FormField control={form.control} name="name" label={t('fieldName')} required>
        {(field) => <Input {...field} />}
      </FormField>
      <KeyField
        form={form}
        required={task.kind === 'create'}
        placeholder={keyPlaceholder(task, t) || (provider?.key_hint ?? '')}
      />
      <FormField
        control={form.control}
        name="address"
        label={t('fieldAddress')}
        hint={t('addressHint')}
        required={provider?.base_url_required ?? false}
      >
        {(field) => <Input {...field} type="url" inputMode="url" placeholder={provider?.base_url ?? ''} />}
      </FormField>
      {(otherHint !== '' || form.formState.defaultValues?.other) && (
        <FormField control={form.control} name="other" label={t('fieldOther')} hint={otherHint}>
          {(field) => <Textarea {...field} rows={1} spellCheck={false} className="min-h-9! font-mono text-[13px]" />}
        </FormField>
      )}
    </FormSection>
  )
}
