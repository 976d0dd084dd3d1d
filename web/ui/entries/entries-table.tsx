import clsx from 'clsx'
import { useRef, useState } from 'react'
import { cellText, rawOf } from '../../lib/entry-value.ts'
import { useText } from '../../lib/i18n.ts'
import type { JsonEntry } from '../../lib/json-entries.ts'
import { type EntryColumns, lineClass } from './entry-columns.ts'
import { EntryRow } from './entry-row.tsx'
import { type EntryFault, NewEntry } from './new-entry.tsx'

type EntriesTableProps = {
  id: string
  /** What they all are. */
  label: string
  entries: readonly JsonEntry[]
  onChange(entries: readonly JsonEntry[]): void
  onBlur?: (() => void) | undefined
  columns: EntryColumns
  ordered?: boolean
  disabled?: boolean
  'aria-describedby': string | undefined
}

/** Entries one below the other, each typed over where it stands, and a line for a new one. */
export function EntriesTable({ entries, onChange, columns, ordered, disabled = false, ...props }: EntriesTableProps) {
  const t = useText('entries')
  const [fault, setFault] = useState<EntryFault>()
  const faultId = `${props.id}-entry`
  const list = useRef<HTMLUListElement>(null)
  const { names, value } = columns
  const isShown = ({ path, raw }: JsonEntry) => path.length === names.length && cellText(raw, value.kind) !== undefined
  const kept = entries.filter((entry) => !isShown(entry)).length
  const isTaken = (path: readonly string[], but?: JsonEntry) =>
    entries.some((other) => other !== but && isSamePath(other.path, path))
  const replace = (old: JsonEntry, ...fresh: JsonEntry[]) =>
    onChange(entries.flatMap((entry) => (entry === old ? fresh : [entry])))
  const faultOf = (path: readonly string[], but?: JsonEntry): { place: number; text: string } | undefined => {
    const place = path.indexOf('')
    if (place !== -1) return { place, text: t('missing', { column: names[place] ?? '' }) }
    return isTaken(path, but) ? { place: path.length - 1, text: t('nameTaken', { name: path.join(' › ') }) } : undefined
  }
  /** What was pressed goes along, so that it can be pressed again. */
  const move = (index: number, by: -1 | 1) => {
    const [moved, passed] = [entries[index], entries[index + by]]
    if (moved === undefined || passed === undefined) return
    onChange(entries.with(index, passed).with(index + by, moved))
    const buttons = list.current?.querySelectorAll<HTMLButtonElement>(`[data-place="${index + by}"] [data-move]`) ?? []
    const [wanted] = [...buttons]
      .filter(({ disabled: isOff }) => !isOff)
      .sort((one) => (one.dataset.move === String(by) ? -1 : 1))
    wanted?.focus()
  }
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2" onBlur={props.onBlur}>
      <legend className="sr-only">{props.label}</legend>
      {entries.length > 0 && (
        <div aria-hidden className={clsx(lineClass(columns), 'text-xs text-muted max-sm:hidden')}>
          {[...names, value.label].map((label) => (
            <span key={label}>{label}</span>
          ))}
        </div>
      )}
      <ul ref={list} className="grid gap-2 max-sm:gap-4">
        {entries.map(
          (entry, index) =>
            isShown(entry) && (
              <EntryRow
                // What is typed into a row stays in it while its name changes.
                // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
                key={index}
                entry={entry}
                place={index}
                isLast={index === entries.length - 1}
                columns={columns}
                disabled={disabled}
                onValue={(typed) => replace(entry, { ...entry, raw: rawOf(typed, value.kind, entry.raw) })}
                onName={(path) => {
                  const wrong = faultOf(path, entry)
                  // The field has its old name again: nothing in it is wrong.
                  setFault(wrong && { text: wrong.text })
                  if (wrong === undefined) replace(entry, { ...entry, path })
                }}
                onRemove={() => replace(entry)}
                onMove={ordered ? (by) => move(index, by) : undefined}
              />
            ),
        )}
      </ul>
      {entries.length === 0 && <p className="text-[13px] text-muted">{t('empty')}</p>}
      {kept > 0 && <p className="text-xs text-muted">{t('kept', { count: kept })}</p>}
      <NewEntry
        id={props.id}
        columns={columns}
        disabled={disabled}
        aria-describedby={props['aria-describedby']}
        fault={fault}
        faultId={faultId}
        onTyping={() => setFault(undefined)}
        onAdd={(path, typed) => {
          const wrong = faultOf(path)
          setFault(wrong)
          if (wrong === undefined) onChange([...entries, { path, raw: rawOf(typed, value.kind) }])
          return wrong?.place
        }}
      />
      {fault !== undefined && (
        <p id={faultId} role="alert" className="text-[13px] text-bad">
          {fault.text}
        </p>
      )}
    </fieldset>
  )
}

const isSamePath = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name, place) => name === other[place])
