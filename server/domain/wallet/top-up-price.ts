import { multiply, parseDecimal } from '#pricing/decimal.ts'

type Wish = {
  /** Of quota. */
  quota: number
  quotaPerDollar: number
  /** Yuan for a dollar. */
  price: number
  /** What members of the user's group pay of it; 0 is taken for a ratio that nobody filled in. */
  groupRatio: number | undefined
}

/** What an amount of quota costs, in hundredths of a yuan, to the nearest one. */
export const topUpCents = ({ quota, quotaPerDollar, price, groupRatio }: Wish): number => {
  const ratio = groupRatio === undefined || groupRatio === 0 ? 1 : groupRatio
  const { units, scale } = multiply(parseDecimal(price), parseDecimal(ratio))
  const cents = units * BigInt(quota) * 100n
  const divisor = BigInt(quotaPerDollar) * 10n ** BigInt(scale)
  return Number((2n * cents + divisor) / (2n * divisor))
}

export const yuanText = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

/** The hundredths a text like `7.3` means; undefined when it is no amount of money. */
export const centsOfYuan = (text: string): number | undefined => {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text) ?? []
  return whole === undefined ? undefined : Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
}
