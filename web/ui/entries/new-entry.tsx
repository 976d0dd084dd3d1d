import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { Button } from '../button.tsx'
import { Input } from '../input.tsx'
import { type EntryColumns, lineClass } from './entry-columns.ts'

type NewEntryProps = {
  id: string
  columns: EntryColumns
  disabled: boolean
  'aria-describedby': string | undefined
  onTyping(): void
  /** Whether it was taken. */
  onAdd(path: readonly string[], typed: string): boolean
}

/** The line of a new entry: Enter adds it, and so does leaving it when it is whole. */
export function NewEntry({ id, columns, disabled, onTyping, onAdd, ...props }: NewEntryProps) {
  const t = useText('entries')
  const { names, value } = columns
  const labels = [...names, value.label]
  const [typed, setTyped] = useState<readonly string[]>(() => labels.map(() => ''))
  const first = useRef<HTMLInputElement>(null)
  const add = (): boolean => {
    const path = typed.slice(0, names.length).map((name) => name.trim())
    const isAdded = onAdd(path, typed[names.length] ?? '')
    if (isAdded) setTyped(labels.map(() => ''))
    return isAdded
  }
  const isWhole = typed.every((text) => text.trim() !== '')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is left is the line, whichever of its fields that was
    <div
      className={lineClass(columns)}
      onBlur={(event) => {
        if (isWhole && !event.currentTarget.contains(event.relatedTarget)) add()
      }}
    >
      {labels.map((label, place) => (
        <Input
          key={label}
          ref={place === 0 ? first : undefined}
          id={place === 0 ? id : undefined}
          aria-label={t('new', { column: label })}
          aria-describedby={place === 0 ? props['aria-describedby'] : undefined}
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
            if (add()) first.current?.focus()
          }}
        />
      ))}
      <Button className="justify-self-end" disabled={disabled} onClick={() => add() && first.current?.focus()}>
        <Plus aria-hidden />
        {t('add')}
      </Button>
    </div>
  )
}
