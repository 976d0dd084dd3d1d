import type { DrawnColumn } from '#contract/channel-field-parts.ts'
import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { JsonInput } from '../../../ui/json-input.tsx'
import { RecordField } from '../../../ui/record-field.tsx'
import { useFieldValue } from '../../../ui/use-record-form.ts'
import type { ColumnsEdit } from './column-entry.ts'

type JsonFieldProps<Row, Body> = {
  edit: ColumnsEdit<Row, Body>
  name: DrawnColumn
  hint: string | undefined
  /** What an entry looks like; a button puts it into an empty field. */
  template: string
}

/** JSON text with its fault below it, and a template to begin with. */
export function JsonField<Row, Body>({ edit, name, hint, template }: JsonFieldProps<Row, Body>) {
  const t = useText('channels')
  const isEmpty = useFieldValue(edit, name) === ''
  return (
    <RecordField
      edit={edit}
      name={name}
      hint={hint}
      aside={
        isEmpty && (
          <Button
            size="sm"
            variant="link"
            aria-label={t('templateFor', { name: t(`field.${name}`) })}
            onClick={() => edit.set(name, template)}
          >
            {t('template')}
          </Button>
        )
      }
    >
      {({ ref: _ref, name: _name, value, ...field }) => (
        <JsonInput {...field} value={String(value ?? '')} rows={3} placeholder={template} />
      )}
    </RecordField>
  )
}
