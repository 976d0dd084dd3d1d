import type { DrawnColumn } from '#contract/channel-field-parts.ts'
import { loadArea, useText } from '../../../lib/i18n.ts'
import { lazyPart } from '../../../lib/lazy-part.tsx'
import { Boundary } from '../../../ui/boundary.tsx'
import { Button } from '../../../ui/button.tsx'
import { JsonInput } from '../../../ui/json-input.tsx'
import { RecordField } from '../../../ui/record-field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useFieldValue } from '../../../ui/use-record-form.ts'
import type { ColumnsEdit } from './column-entry.ts'

type JsonFieldProps<Row, Body> = {
  edit: ColumnsEdit<Row, Body>
  name: DrawnColumn
  hint: string | undefined
  /** What an entry looks like; a button puts it into an empty field. */
  template: string
}

const EntriesInput = lazyPart(
  () => loadArea('entries').then(() => import('../../../ui/entries/entries-input.tsx')),
  'EntriesInput',
)

const CostsInput = lazyPart(() => loadArea('entries').then(() => import('./costs-input.tsx')), 'CostsInput')

/** Fields of names and values: typed into a table, with the JSON behind a switch. */
const entryFields = {
  model_mapping: { name: 'entry.model', value: 'entry.upstreamModel', kind: 'text' },
  status_code_mapping: { name: 'entry.status', value: 'entry.shownStatus', kind: 'text' },
  param_override: { name: 'entry.member', value: 'entry.value', kind: 'any' },
} as const

const entryOf = (name: DrawnColumn) => (isEntryField(name) ? entryFields[name] : undefined)
const isEntryField = (name: string): name is keyof typeof entryFields => Object.hasOwn(entryFields, name)

/** As high as the table will be, at a desk: nothing below it moves when it comes. */
function LoadingTable({ entries }: { entries: number }) {
  return (
    <div style={{ height: entries === 0 ? 108 : 96 + 44 * entries }}>
      <Skeleton className="h-full w-full" />
    </div>
  )
}

const countOf = (text: string): number => {
  try {
    return Object.keys(Object(JSON.parse(text))).length
  } catch {
    return 0
  }
}

/** JSON text with its fault below it, and a template to begin with. */
export function JsonField<Row, Body>({ edit, name, hint, template }: JsonFieldProps<Row, Body>) {
  const t = useText('channels')
  const entry = entryOf(name)
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
      {({ ref: _ref, name: _name, value, ...field }) => {
        const text = String(value ?? '')
        const input = <JsonInput {...field} value={text} rows={3} placeholder={template} />
        if (entry === undefined && name !== 'costs') return input
        const { id, onChange, onBlur, 'aria-describedby': describedBy } = field
        const table = { id, text, onChange, onBlur, label: t(`field.${name}`), 'aria-describedby': describedBy }
        return (
          <Boundary loading={<LoadingTable entries={countOf(text)} />}>
            {entry === undefined ? (
              <CostsInput {...table}>{input}</CostsInput>
            ) : (
              <EntriesInput
                {...table}
                shape="flat"
                columns={{ names: [t(entry.name)], value: { label: t(entry.value), kind: entry.kind } }}
                none=""
              >
                {input}
              </EntriesInput>
            )}
          </Boundary>
        )
      }}
    </RecordField>
  )
}
