import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { useState } from 'react'
import { cellText, isNumber } from '../../lib/entry-value.ts'
import { useText } from '../../lib/i18n.ts'
import type { JsonEntry } from '../../lib/json-entries.ts'
import { IconButton } from '../icon-button.tsx'
import { Input } from '../input.tsx'
import { type EntryColumns, lineClass } from './entry-columns.ts'

type EntryRowProps = {
  entry: JsonEntry
  columns: EntryColumns
  disabled: boolean
  onValue(typed: string): void
  onName(path: readonly string[]): unknown
  onRemove(): void
  /** Where it can be moved to, where the order means something. */
  onMove: ((by: -1 | 1) => void) | undefined
  place: number
  isLast: boolean
}

export function EntryRow({ entry, columns, disabled, onValue, onName, onRemove, onMove, ...row }: EntryRowProps) {
  const t = useText('entries')
  const { names, value } = columns
  const name = entry.path.join(' › ')
  const text = cellText(entry.raw, value.kind) ?? ''
  return (
    <li className={lineClass(columns)} data-place={row.place}>
      {names.map((column, place) => (
        <NameCell
          key={column}
          label={t('cell', { column, name })}
          name={entry.path[place] ?? ''}
          disabled={disabled}
          onName={(typed) => onName(entry.path.with(place, typed))}
        />
      ))}
      <Input
        aria-label={t('cell', { column: value.label, name })}
        value={text}
        aria-invalid={value.kind === 'number' && !isNumber(text)}
        disabled={disabled}
        spellCheck={false}
        {...(value.kind === 'number' ? { inputMode: 'decimal' as const } : {})}
        onChange={(event) => onValue(event.target.value)}
      />
      <span className="flex items-center justify-self-end">
        {onMove !== undefined && (
          <>
            <IconButton
              label={t('up', { name })}
              icon={<ArrowUp />}
              data-move="-1"
              disabled={disabled || row.place === 0}
              onClick={() => onMove(-1)}
            />
            <IconButton
              label={t('down', { name })}
              icon={<ArrowDown />}
              data-move="1"
              disabled={disabled || row.isLast}
              onClick={() => onMove(1)}
            />
          </>
        )}
        <IconButton label={t('remove', { name })} icon={<X />} disabled={disabled} onClick={onRemove} />
      </span>
    </li>
  )
}

type NameCellProps = { label: string; name: string; disabled: boolean; onName(typed: string): void }

/** It is another entry only when the field is left: on the way there it may be called like one that is. */
export function NameCell({ label, name, disabled, onName }: NameCellProps) {
  const [typed, setTyped] = useState<string>()
  const finish = () => {
    setTyped(undefined)
    const wanted = typed?.trim()
    if (wanted !== undefined && wanted !== name) onName(wanted)
  }
  return (
    <Input
      aria-label={label}
      title={name}
      value={typed ?? name}
      disabled={disabled}
      spellCheck={false}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          event.preventDefault()
          finish()
        }
        if (event.key === 'Escape' && typed !== undefined) {
          event.stopPropagation()
          setTyped(undefined)
        }
      }}
    />
  )
}
