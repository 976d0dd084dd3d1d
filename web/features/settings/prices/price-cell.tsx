import { useId, useState } from 'react'
import { useText } from '../../../lib/i18n.ts'
import { CellFault } from '../../../ui/cell-fault.tsx'
import { Input } from '../../../ui/input.tsx'
import { amountText, readAmount, readPriceAmount } from './amount-text.ts'

type PriceCellProps = {
  label: string
  amount: number | undefined
  onChange(amount: number | undefined): void
  /** A price per call, which cannot be nothing. */
  isPrice?: boolean
  /** It may be left without an amount. */
  clearable: boolean
  disabled?: boolean
  placeholder?: string
}

/**
 * An amount in a table: Enter or leaving takes it over, Escape brings the old one back. What is none stays with its fault
 * until it is mended.
 */
export function PriceCell({
  label,
  amount,
  onChange,
  isPrice = false,
  clearable,
  disabled = false,
  placeholder,
}: PriceCellProps) {
  const t = useText('settings')
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const [isLeft, setLeft] = useState(false)
  const wanted = readCell(typed ?? amountText(amount), isPrice ? readPriceAmount : readAmount, clearable)
  const isChanged = typed !== undefined && typed.trim() !== amountText(amount)
  const fault = !isChanged || wanted.ok ? undefined : wanted.fault
  const forget = () => {
    setTyped(undefined)
    setLeft(false)
  }
  const finish = () => {
    setLeft(true)
    if (fault !== undefined) return
    forget()
    if (isChanged && wanted.ok) onChange(wanted.amount)
  }
  return (
    <div className="relative ml-auto w-28">
      <Input
        aria-label={label}
        inputMode="decimal"
        className="block h-7.5! w-28! text-right"
        value={typed ?? amountText(amount)}
        placeholder={placeholder}
        disabled={disabled}
        aria-invalid={fault !== undefined && (isLeft || typed?.trim() !== '')}
        aria-describedby={fault !== undefined && isLeft ? id : undefined}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={finish}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault()
            finish()
          }
          if (event.key === 'Escape') forget()
        }}
      />
      {fault !== undefined && isLeft && <CellFault id={id} text={t(fault)} />}
    </div>
  )
}

const readCell = (text: string, read: typeof readAmount, clearable: boolean) =>
  text.trim() === '' && clearable ? ({ ok: true, amount: undefined } as const) : read(text)
