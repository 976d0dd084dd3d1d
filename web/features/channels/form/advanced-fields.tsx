import type { ProviderCard } from '#contract/providers.ts'
import { useText } from '../../../lib/i18n.ts'
import { NoteInput } from '../../../pieces/notes/note-input.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { FormSection } from '../../../ui/form-section.tsx'
import { Input } from '../../../ui/input.tsx'
import { RecordField } from '../../../ui/record-field.tsx'
import { useFieldValue } from '../../../ui/use-record-form.ts'
import type { ChannelEdit } from './channel-form.ts'
import { SectionFields, useHasSet } from './section-fields.tsx'

type FieldsProps = { edit: ChannelEdit; provider: ProviderCard | undefined }

/** What few channels need; it opens by itself when something here is set or wrong. */
export function AdvancedFields({ edit, provider }: FieldsProps) {
  const t = useText('channels')
  return (
    <FormSection title={t('sectionAdvanced')} folded mustOpen={useHasSet(edit, 'advanced')}>
      <SectionFields
        edit={edit}
        section="advanced"
        own={{
          note: <NoteField edit={edit} />,
          test_model: <TestModelField edit={edit} />,
          openai_organization: <OrganizationField edit={edit} example={provider?.organization_hint ?? ''} />,
        }}
      />
    </FormSection>
  )
}

function TestModelField({ edit }: Pick<FieldsProps, 'edit'>) {
  const models = useFieldValue(edit, 'models')
  return (
    <RecordField edit={edit} name="test_model">
      {({ ref: _ref, name: _name, value, onChange, ...field }) => (
        <Combobox {...field} value={value || null} onChange={(next) => onChange(next ?? '')} choices={models} />
      )}
    </RecordField>
  )
}

function NoteField({ edit }: Pick<FieldsProps, 'edit'>) {
  return (
    <RecordField edit={edit} name="note">
      {(field) => <NoteInput {...field} />}
    </RecordField>
  )
}

/** Of providers that are told of one. */
function OrganizationField({ edit, example }: Pick<FieldsProps, 'edit'> & { example: string }) {
  if (example === '') return null
  return (
    <RecordField edit={edit} name="openai_organization">
      {(field) => <Input {...field} maxLength={256} placeholder={example} />}
    </RecordField>
  )
}
