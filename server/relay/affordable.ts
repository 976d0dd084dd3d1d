import { priceWeighed, type WeighedCard } from '#pricing/price.ts'
import { type Usage, usageOf } from '#pricing/usage.ts'
import type { Hold } from '../domain/money/accounts.ts'
import type { Charge } from './record.ts'

/** As much of a usage as an amount pays for, each class of it alike. */
export const affordable = (weighed: WeighedCard, usage: Usage, amount: number): Usage => {
  const cost = priceWeighed(weighed, usage)
  if (cost <= amount) return usage
  const { tools: _tools, ...classes } = usage
  const parts = Object.entries(classes).map(([name, tokens]) => [name, Math.floor((tokens * amount) / cost)])
  return usageOf(Object.fromEntries(parts))
}

/** What is charged without the upstream's last word is never more than was set aside for it. */
export const withinHold = (charge: Charge, { amount }: Pick<Hold, 'amount'>): Charge => {
  if (charge.quota <= amount) return charge
  const usage = affordable(charge.price.weighed, charge.usage, amount)
  return { ...charge, usage, quota: priceWeighed(charge.price.weighed, usage) }
}
