import { useFormat } from '../../lib/format.ts'
import { useStatus } from '../../lib/status.ts'

/** An amount to buy as it is said: `$10`, or quota where amounts are of quota. */
export const useAmountText = (): ((amount: number) => string) => {
  const { display_in_currency } = useStatus()
  const format = useFormat()
  return (amount) =>
    display_in_currency ? format.money(amount, Number.isInteger(amount) ? 0 : 2) : format.compact(amount)
}
