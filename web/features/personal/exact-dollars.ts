const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  currencyDisplay: 'narrowSymbol',
  minimumFractionDigits: 2,
  maximumFractionDigits: 6,
})

/** What an amount of quota is worth, however little: two decimals round a day's check-in to nothing. */
export const exactDollars = (quota: number, quotaPerUnit: number): string => dollars.format(quota / quotaPerUnit)
