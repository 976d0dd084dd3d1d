/** How an operator wants amounts of quota shown. */
export type QuotaDisplay = { quota_per_unit: number; display_in_currency: boolean }

/** `$` with two decimals, or 1.2k / 3.4M / 5.6B, as the operator chose. */
export const formatQuota = (quota: number, display: QuotaDisplay, decimals = 2): string =>
  display.display_in_currency ? formatMoney(quota / display.quota_per_unit, decimals) : formatCompact(quota)

/** The same with as many digits as it needs: what is due, or left, to the last part. */
export const formatQuotaExactly = (quota: number, display: QuotaDisplay): string =>
  display.display_in_currency ? formatPrice(quota / display.quota_per_unit) : String(quota)

export const formatMoney = (dollars: number, decimals = 2): string => {
  const amount = Math.abs(dollars).toLocaleString('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  const isZero = !/[1-9]/.test(amount)
  return `${dollars < 0 && !isZero ? '-' : ''}$${amount}`
}

/** A price: cents, or as many digits as a smaller amount needs, at most twelve. */
export const formatPrice = (dollars: number): string => {
  const size = Math.abs(dollars)
  // Sums of decimals are seldom what they should be at the last place.
  const slack = Math.max(size * 1e-9, 1e-13)
  const counts = size < 1e-6 ? digitsOfTiny : digitsOfUsual
  return formatMoney(dollars, counts.find((count) => Math.abs(Number(size.toFixed(count)) - size) < slack) ?? 8)
}

const digitsOfUsual = [2, 3, 4, 5, 6, 7]
const digitsOfTiny = [2, 7, 8, 9, 10, 11, 12]

export const formatCompact = (value: number): string => {
  const size = Math.abs(value)
  const unit = compactUnits.find((candidate) => size >= candidate.from)
  if (!unit) return String(value)
  return `${(value / unit.divisor).toFixed(1).replace(/\.0$/, '')}${unit.suffix}`
}

// The border is where rounding to one decimal would reach the next unit: 999 950 is 1M, not 1000k.
const compactUnits = [
  { from: 999_950_000, divisor: 1_000_000_000, suffix: 'B' },
  { from: 999_950, divisor: 1_000_000, suffix: 'M' },
  { from: 1000, divisor: 1000, suffix: 'k' },
] as const
