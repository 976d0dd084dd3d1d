export type AmountFault = 'numberRequired' | 'amountRange' | 'priceZero'
type ReadAmount = { ok: true; amount: number } | { ok: false; fault: AmountFault }

/** Above this the gateway takes no ratio and no price. */
const largestAmount = 1_000_000

/** Reads a ratio or a price in dollars. */
export const readAmount = (text: string): ReadAmount => {
  const isNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text.trim())
  if (!isNumber) return { ok: false, fault: 'numberRequired' }
  const amount = Number(text)
  return amount >= 0 && amount <= largestAmount ? { ok: true, amount } : { ok: false, fault: 'amountRange' }
}

/** The same of a price, which is never nothing: what is free has a ratio of 0. */
export const readPriceAmount = (text: string): ReadAmount => {
  const read = readAmount(text)
  return read.ok && read.amount === 0 ? { ok: false, fault: 'priceZero' } : read
}

/** The amount alone, where it can be read. */
export const amountOf = (text: string): number | undefined => {
  const read = readAmount(text)
  return read.ok ? read.amount : undefined
}

/** An amount as it stands in a field; nothing for none. */
export const amountText = (amount: number | undefined): string => (amount === undefined ? '' : String(amount))
