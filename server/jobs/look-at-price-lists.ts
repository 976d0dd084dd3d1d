import type { PriceChecks } from '../domain/money/price-checks.ts'
import type { Job } from './runner.ts'

export const lookAtPriceLists = ({ priceChecks }: { priceChecks: Pick<PriceChecks, 'lookDue'> }): Job => ({
  name: 'look-at-price-lists',
  everySeconds: 60,
  run: priceChecks.lookDue,
})
