import { useState } from 'react'
import type { NumberEdit } from '../form/channel-numbers.ts'

type InlineNumberProps = {
  /** Null where the rows below differ. */
  value: number | null
  label: string
  read(text: string): NumberEdit
  onSave(value: number): void
  onWrong(): void
}

/** A number in a table cell that is edited in place: Enter or leaving saves, Escape puts the old one back. */
export function InlineNumber({ value, label, read, onSave, onWrong }: InlineNumberProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const finish = () => {
    const edit = draft === null ? { kind: 'ignore' as const } : read(draft)
    setDraft(null)
    if (edit.kind === 'wrong') onWrong()
    if (edit.kind === 'save' && edit.value !== value) onSave(edit.value)
  }
  return (
    <input
      inputMode="numeric"
      aria-label={label}
      value={draft ?? (value === null ? '' : String(value))}
      placeholder={value === null ? '–' : undefined}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        // The focus stays: who goes on by keys goes on from here.
        if (event.key === 'Escape') setDraft(null)
        if (event.key === 'Enter') finish()
      }}
      className="h-7 w-16 sm:-mr-2 rounded-md border bg-transparent px-2 text-right transition-colors hover:border-line-strong focus:border-ring focus:bg-field pointer-coarse:h-9"
    />
  )
}
