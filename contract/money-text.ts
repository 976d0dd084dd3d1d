/** How an operator wants amounts of quota shown. */
export type QuotaDisplay = { quota_per_unit: number; display_in_currency: boolean }

/** An amount of quota with as many digits as it needs: what is due, or left, to the last part. */
export const formatQuotaExactly = (quota: number, display: QuotaDisplay): string =>
  display.display_in_currency ? formatPrice(quota / display.quota_per_unit) : String(quota)

const known = new Map<string, Intl.NumberFormat>()

/** Dollars as a language writes them: `$1,234.57`, `1 234,57 $`. What rounds to nothing has no sign. */
export const formatMoney = (dollars: number, decimals = 2, locale = 'en'): string => {
  const name = `${locale}/${decimals}`
  let format = known.get(name)
  if (!format) {
    format = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: 'USD',
      currencyDisplay: 'narrowSymbol',
      signDisplay: 'negative',
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    })
    known.set(name, format)
  }
  return format.format(dollars)
}

/** A price: cents, or as many digits as a smaller amount needs, at most twelve. */
export const formatPrice = (dollars: number, locale = 'en'): string => {
  const size = Math.abs(dollars)
  // Sums of decimals are seldom what they should be at the last place.
  const slack = Math.max(size * 1e-9, 1e-13)
  const counts = size < 1e-6 ? digitsOfTiny : digitsOfUsual
  const decimals = counts.find((count) => Math.abs(Number(size.toFixed(count)) - size) < slack)
  return formatMoney(dollars, decimals ?? 8, locale)
}

const digitsOfUsual = [2, 3, 4, 5, 6, 7]
const digitsOfTiny = [2, 7, 8, 9, 10, 11, 12]
