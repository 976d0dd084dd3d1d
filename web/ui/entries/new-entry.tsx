import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { Button } from '../button.tsx'
import { Input } from '../input.tsx'
import { type EntryColumns, lineClass } from './entry-columns.ts'

/** What is wrong, and which field of the new entry it is about, where it is about that. */
export type EntryFault = { text: string; place?: number }

type NewEntryProps = {
  id: string
  columns: EntryColumns
  disabled: boolean
  'aria-describedby': string | undefined
  fault: EntryFault | undefined
  /** Of the element that says it. */
  faultId: string
  onTyping(): void
  /** The place of the field that is wrong; undefined where the entry was taken. */
  onAdd(path: readonly string[], typed: string): number | undefined
}

/** The line of a new entry: Enter adds it, and so does leaving it when it is whole. */
export function NewEntry({ id, columns, disabled, fault, faultId, onTyping, onAdd, ...props }: NewEntryProps) {
  const t = useText('entries')
  const { names, value } = columns
  const labels = [...names, value.label]
  const [typed, setTyped] = useState<readonly string[]>(() => labels.map(() => ''))
  const line = useRef<HTMLDivElement>(null)
  const add = (): number | undefined => {
    const path = typed.slice(0, names.length).map((name) => name.trim())
    const wrong = onAdd(path, typed[names.length] ?? '')
    if (wrong === undefined) setTyped(labels.map(() => ''))
    return wrong
  }
  /** Goes on with the next entry, or with what is wrong with this one. */
  const addAndGoOn = () => line.current?.querySelectorAll('input')[add() ?? 0]?.focus()
  const describing = (place: number): string | undefined => {
    const ids = [place === fault?.place ? faultId : undefined, place === 0 ? props['aria-describedby'] : undefined]
    return ids.filter((each) => each !== undefined).join(' ') || undefined
  }
  const isWhole = typed.every((text) => text.trim() !== '')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is left is the line, whichever of its fields that was
    <div
      ref={line}
      className={lineClass(columns)}
      onBlur={(event) => {
        if (isWhole && !event.currentTarget.contains(event.relatedTarget)) add()
      }}
    >
      {labels.map((label, place) => (
        <Input
          key={label}
          id={place === 0 ? id : undefined}
          aria-label={t('new', { column: label })}
          aria-invalid={place === fault?.place}
          aria-describedby={describing(place)}
          placeholder={place === names.length ? (value.placeholder ?? label) : label}
          value={typed[place] ?? ''}
          disabled={disabled}
          spellCheck={false}
          onChange={(event) => {
            setTyped(typed.with(place, event.target.value))
            onTyping()
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
            event.preventDefault()
            addAndGoOn()
          }}
        />
      ))}
      <Button className="justify-self-end" disabled={disabled} onClick={addAndGoOn}>
        <Plus aria-hidden />
        {t('add')}
      </Button>
    </div>
  )
}
