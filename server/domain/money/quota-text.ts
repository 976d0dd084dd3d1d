import { formatQuotaExactly } from '#contract/money-text.ts'
import type { Options } from '../options.ts'

/** An amount of quota in a sentence, as the operator wants such shown. */
export const quotaText = (options: Pick<Options, 'get'>, quota: number): string =>
  formatQuotaExactly(quota, {
    quota_per_unit: options.get('QuotaPerUnit'),
    display_in_currency: options.get('DisplayInCurrencyEnabled'),
  })
