import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { ProviderCard } from '#contract/providers.ts'
import { type Text, useText } from '../../../lib/i18n.ts'
import { FormField } from '../../../ui/form-field.tsx'
import { FormSection } from '../../../ui/form-section.tsx'
import { Input } from '../../../ui/input.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { type ChannelTask, keyPlaceholder } from '../runs/channel-task.ts'
import { type ChannelFormValues, endsWithVersion, otherDefault } from './channel-form.ts'
import { otherLabel, wholeAddressType } from './channel-types.ts'
import { KeyField } from './key-field.tsx'
import { providerHint } from './provider-hint.ts'

type AccessFieldsProps = {
  form: UseFormReturn<ChannelFormValues>
  task: ChannelTask
  provider: ProviderCard | undefined
}

/** How the provider is reached: name, key, address, and the extra field if it has one. */
export function AccessFields({ form, task, provider }: AccessFieldsProps) {
  const t = useText('channels')
  const [type, address, other] = useWatch({ control: form.control, name: ['type', 'address', 'other'] })
  const otherName = otherLabel(type)
  const hasOther = otherName !== undefined || (provider?.other_hint ?? '') !== '' || other !== ''
  const isRequired = provider?.base_url_required ?? false
  return (
    <FormSection title={t('sectionAccess')}>
      <FormField control={form.control} name="name" label={t('fieldName')} required>
        {(field) => <Input {...field} />}
      </FormField>
      <KeyField
        form={form}
        isNew={task.kind !== 'edit'}
        required={task.kind === 'create'}
        placeholder={keyPlaceholder(task, t) || providerHint(provider?.key_hint, t)}
      />
      <FormField
        control={form.control}
        name="address"
        label={t('fieldAddress')}
        hint={addressHint(t, type, isRequired)}
        required={isRequired}
      >
        {(field) => <Input {...field} type="url" inputMode="url" placeholder={provider?.base_url ?? ''} />}
      </FormField>
      {endsWithVersion(address) && <Notice tone="warn">{t('addressVersionText')}</Notice>}
      {hasOther && (
        <FormField
          control={form.control}
          name="other"
          label={t(otherName ?? 'fieldOther')}
          hint={provider?.other_hint ? t('otherExample', { example: providerHint(provider.other_hint, t) }) : undefined}
        >
          {(field) => (
            <Textarea
              {...field}
              rows={1}
              spellCheck={false}
              placeholder={otherDefault(type)}
              className="min-h-9! font-mono text-[13px]"
            />
          )}
        </FormField>
      )}
    </FormSection>
  )
}

const addressHint = (t: Text<'channels'>, type: number, isRequired: boolean): string => {
  if (type === wholeAddressType) return t('addressWhole', { model: '{model}' })
  return t(isRequired ? 'addressNeeded' : 'addressHint')
}
