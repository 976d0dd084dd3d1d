import { useId, useState } from 'react'
import { CellFault } from '../../../ui/cell-fault.tsx'
import type { NumberEdit } from '../form/channel-numbers.ts'

type InlineNumberProps = {
  /** Null where the rows below differ. */
  value: number | null
  label: string
  /** Said of what cannot be taken. */
  fault: string
  read(text: string): NumberEdit
  onSave(value: number): void
}

/**
 * A number in a table cell that is edited in place: Enter or leaving saves, Escape puts the old one back. What cannot be
 * taken stays with its fault until it is mended.
 */
export function InlineNumber({ value, label, fault, read, onSave }: InlineNumberProps) {
  const id = useId()
  const [draft, setDraft] = useState<string | null>(null)
  const [isLeft, setLeft] = useState(false)
  const edit = draft === null ? undefined : read(draft)
  const isWrong = isLeft && edit?.kind === 'wrong'
  const forget = () => {
    setDraft(null)
    setLeft(false)
  }
  const finish = () => {
    setLeft(true)
    if (edit?.kind === 'wrong') return
    forget()
    if (edit?.kind === 'save' && edit.value !== value) onSave(edit.value)
  }
  return (
    <span className="relative inline-block sm:-mr-2">
      <input
        inputMode="numeric"
        aria-label={label}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? id : undefined}
        value={draft ?? (value === null ? '' : String(value))}
        placeholder={value === null ? '–' : undefined}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={finish}
        onKeyDown={(event) => {
          // The focus stays: who goes on by keys goes on from here.
          if (event.key === 'Escape') forget()
          if (event.key === 'Enter') finish()
        }}
        className="h-7 w-16 rounded-md border bg-transparent px-2 text-right transition-colors hover:border-line-strong focus:border-ring focus:bg-field aria-invalid:border-bad pointer-coarse:h-9"
      />
      {isWrong && <CellFault id={id} text={fault} />}
    </span>
  )
}
