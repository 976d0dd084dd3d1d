import type { SystemStatus } from '#contract/status.ts'

type AmountRules = Pick<SystemStatus, 'min_topup' | 'quota_per_unit' | 'display_in_currency'>

const presets = [1, 5, 10, 50, 100]

/** Amounts are of dollars, or of quota where they are shown as such. */
const unitOf = ({ display_in_currency, quota_per_unit }: AmountRules) => (display_in_currency ? 1 : quota_per_unit)

/** What must be bought at least, and never less than one. */
export const leastAmount = (rules: AmountRules): number => Math.max(1, Math.ceil(rules.min_topup) * unitOf(rules))

/** The least, and the round ones above it. */
export const amountPresets = (rules: AmountRules): number[] => {
  const least = leastAmount(rules)
  return [least, ...presets.map((preset) => preset * unitOf(rules)).filter((preset) => preset > least)]
}
