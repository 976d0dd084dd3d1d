import { useStatus } from '../lib/status.ts'
import { NumberInput, type NumberInputProps } from './number-input.tsx'

/** An amount of quota, typed as amounts are shown: in dollars, or as quota itself. Its value is quota. */
export function MoneyInput({ value, onChange, minimum, maximum, ...props }: NumberInputProps) {
  const { display_in_currency, quota_per_unit } = useStatus()
  const unit = display_in_currency ? quota_per_unit : 1
  const shown = (quota: number | null | undefined) => (quota === null || quota === undefined ? quota : quota / unit)
  const [least, most] = [shown(minimum), shown(maximum)]
  return (
    <NumberInput
      {...props}
      value={shown(value) ?? null}
      onChange={(amount) => onChange(amount === null ? null : Math.round(amount * unit))}
      {...(typeof least === 'number' ? { minimum: least } : {})}
      {...(typeof most === 'number' ? { maximum: most } : {})}
      round
      step={display_in_currency ? 1 : quota_per_unit}
      decimals={display_in_currency ? Math.ceil(Math.log10(unit)) : 0}
      {...(display_in_currency ? { unit: '$' } : {})}
    />
  )
}
