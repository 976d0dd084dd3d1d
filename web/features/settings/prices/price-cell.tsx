import { useState } from 'react'
import { useText } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
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

/** An amount in a table: Enter or leaving takes it over, Escape brings the old one back. */
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
  const [typed, setTyped] = useState<string>()
  const read = isPrice ? readPriceAmount : readAmount
  const finish = () => {
    setTyped(undefined)
    if (typed === undefined || typed.trim() === amountText(amount)) return
    if (typed.trim() === '' && clearable) {
      onChange(undefined)
      return
    }
    const wanted = read(typed)
    if (wanted.ok) onChange(wanted.amount)
    else notify.error(t(wanted.fault))
  }
  return (
    <Input
      aria-label={label}
      inputMode="decimal"
      className="ml-auto block h-8! w-28! text-right"
      value={typed ?? amountText(amount)}
      placeholder={placeholder}
      disabled={disabled}
      aria-invalid={typed !== undefined && typed.trim() !== '' && !read(typed).ok}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          event.preventDefault()
          finish()
        }
        if (event.key === 'Escape') setTyped(undefined)
      }}
    />
  )
}
