import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { ProviderCard } from '#contract/providers.ts'
import { type Text, useText } from '../../../lib/i18n.ts'
import { FormField } from '../../../ui/form-field.tsx'
import { FormSection } from '../../../ui/form-section.tsx'
import { Input } from '../../../ui/input.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { type ChannelTask, keyPlaceholder } from '../runs/channel-task.ts'
import { type ChannelFormValues, endsWithVersion } from './channel-form.ts'
import { KeyField } from './key-field.tsx'

type AccessFieldsProps = {
  form: UseFormReturn<ChannelFormValues>
  task: ChannelTask
  provider: ProviderCard | undefined
}

/** How the provider is reached: name, key, address, and the extra field if it has one. */
export function AccessFields({ form, task, provider }: AccessFieldsProps) {
  const t = useText('channels')
  const [address, other] = useWatch({ control: form.control, name: ['address', 'other'] })
  const hasOther = (provider?.other_label ?? '') !== '' || other !== ''
  const isRequired = provider?.base_url_required ?? false
  return (
    <FormSection title={t('sectionAccess')}>
      <FormField control={form.control} name="name" label={t('fieldName')} required>
        {(field) => <Input {...field} />}
      </FormField>
      <KeyField
        form={form}
        isDocument={provider?.key_is_document ?? false}
        isNew={task.kind !== 'edit'}
        required={task.kind === 'create'}
        placeholder={keyPlaceholder(task, t) || (provider?.key_hint ?? '')}
      />
      <FormField
        control={form.control}
        name="address"
        label={t('fieldAddress')}
        hint={addressHint(t, provider)}
        required={isRequired}
      >
        {(field) => <Input {...field} type="url" inputMode="url" placeholder={provider?.base_url ?? ''} />}
      </FormField>
      {endsWithVersion(address) && <Notice tone="warn">{t('addressVersionText')}</Notice>}
      {hasOther && (
        <FormField
          control={form.control}
          name="other"
          label={provider?.other_label || t('fieldOther')}
          hint={provider?.other_hint ? t('otherExample', { example: provider.other_hint }) : undefined}
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
      )}
    </FormSection>
  )
}

const addressHint = (t: Text<'channels'>, provider: ProviderCard | undefined): string => {
  if (provider?.base_url_whole) return t('addressWhole', { model: '{model}' })
  return t(provider?.base_url_required ? 'addressNeeded' : 'addressHint')
}
