import { ErrorLine } from '../../ui/error-state.tsx'
import type { Price } from './use-price.ts'

/** What an amount costs, or that it could not be asked for. */
export function PriceText({ price }: { price: Price }) {
  return price.state === 'failed' ? (
    <ErrorLine className="inline-flex" title={price.message} onRetry={price.retry} />
  ) : (
    <span className="font-semibold">{price.text}</span>
  )
}
