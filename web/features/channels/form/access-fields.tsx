import type { ProviderCard } from '#contract/providers.ts'
import { type Text, useText } from '../../../lib/i18n.ts'
import { FormSection } from '../../../ui/form-section.tsx'
import { Input } from '../../../ui/input.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { RecordField } from '../../../ui/record-field.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { useFieldValue } from '../../../ui/use-record-form.ts'
import { type ChannelTask, keyPlaceholder } from '../runs/channel-task.ts'
import { type ChannelEdit, endsWithVersion } from './channel-form.ts'
import { KeyField } from './key-field.tsx'
import { SectionFields } from './section-fields.tsx'

type AccessFieldsProps = {
  edit: ChannelEdit
  task: ChannelTask
  provider: ProviderCard | undefined
  /** Told of a key that was pasted. */
  onPaste?: ((pasted: string) => void) | undefined
}

/** How the provider is reached: name, key, address, and the extra field if it has one. */
export function AccessFields({ edit, task, provider, onPaste }: AccessFieldsProps) {
  const t = useText('channels')
  const other = useFieldValue(edit, 'other')
  const hasOther = (provider?.other_label ?? '') !== '' || other !== ''
  return (
    <FormSection title={t('sectionAccess')}>
      <SectionFields
        edit={edit}
        section="access"
        own={{
          name: <NameAndKey edit={edit} task={task} provider={provider} onPaste={onPaste} />,
          base_url: <AddressField edit={edit} provider={provider} />,
          other: hasOther ? <OtherField edit={edit} provider={provider} /> : null,
        }}
      />
    </FormSection>
  )
}

function NameAndKey({ edit, task, provider, onPaste }: AccessFieldsProps) {
  const t = useText('channels')
  return (
    <>
      <RecordField edit={edit} name="name" />
      <KeyField
        edit={edit}
        isDocument={provider?.key_is_document ?? false}
        isNew={task.kind !== 'edit'}
        onPaste={onPaste}
        placeholder={keyPlaceholder(task, t) || (provider?.key_hint ?? '')}
      />
    </>
  )
}

type FieldProps = Omit<AccessFieldsProps, 'task' | 'onPaste'>

function AddressField({ edit, provider }: FieldProps) {
  const t = useText('channels')
  const address = useFieldValue(edit, 'base_url')
  return (
    <>
      <RecordField
        edit={edit}
        name="base_url"
        hint={addressHint(t, provider)}
        required={provider?.base_url_required ?? false}
      >
        {(field) => <Input {...field} type="url" inputMode="url" placeholder={provider?.base_url ?? ''} />}
      </RecordField>
      {endsWithVersion(address) && <Notice tone="warn">{t('addressVersionText')}</Notice>}
    </>
  )
}

function OtherField({ edit, provider }: FieldProps) {
  const t = useText('channels')
  const example = provider?.other_hint ?? ''
  return (
    <RecordField
      edit={edit}
      name="other"
      label={provider?.other_label || undefined}
      hint={example === '' ? undefined : t('otherExample', { example })}
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
    </RecordField>
  )
}

const addressHint = (t: Text<'channels'>, provider: ProviderCard | undefined): string => {
  if (provider?.base_url_whole) return t('addressWhole', { model: '{model}' })
  return t(provider?.base_url_required ? 'addressNeeded' : 'field.base_url.hint')
}
