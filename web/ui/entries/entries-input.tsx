import { Braces, Table2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { type EntriesShape, readEntries, writeEntries } from '../../lib/json-entries.ts'
import { Button } from '../button.tsx'
import { EntriesTable } from './entries-table.tsx'
import type { EntryColumns } from './entry-columns.ts'

type EntriesInputProps = {
  /** Of the first field of a new entry, or of the text. */
  id: string
  label: string
  text: string
  onChange(text: string): void
  onBlur?: (() => void) | undefined
  shape: EntriesShape
  columns: EntryColumns
  /** Its order means something. */
  ordered?: boolean
  /** What is written where no entry is left. */
  none?: string
  disabled?: boolean
  'aria-describedby': string | undefined
  /** The same as text. */
  children: ReactNode
}

/** A table of what JSON text holds, and the text behind a switch; text that is no such table is shown as it is. */
export function EntriesInput({ text, onChange, shape, none, children, ...table }: EntriesInputProps) {
  const t = useText('entries')
  const [isText, setText] = useState(false)
  const entries = readEntries(text, shape)
  if (entries === undefined) {
    // It is mended as text, and stays text when that is done.
    if (!isText) setText(true)
    return (
      <div className="grid gap-1.5">
        {children}
        <p className="text-xs text-muted">{t('unreadable')}</p>
      </div>
    )
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {isText ? (
        children
      ) : (
        <EntriesTable
          {...table}
          entries={entries}
          onChange={(next) => onChange(next.length === 0 && none !== undefined ? none : writeEntries(next, shape))}
        />
      )}
      <Button
        size="sm"
        variant="link"
        className="justify-self-start"
        aria-label={t(isText ? 'tableOf' : 'jsonOf', { name: table.label })}
        onClick={() => setText(!isText)}
      >
        {isText ? <Table2 aria-hidden /> : <Braces aria-hidden />}
        {t(isText ? 'asTable' : 'asJson')}
      </Button>
    </div>
  )
}
