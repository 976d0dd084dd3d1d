import { ApplicationError } from '#contract/errors.ts'
import { priceWeighed, type WeighedCard } from '#pricing/price.ts'
import { type Usage, usageOf } from '#pricing/usage.ts'
import type { Domain } from '../domain/domain.ts'
import type { Hold } from '../domain/money/accounts.ts'
import { quotaText } from '../domain/money/quota-text.ts'
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

type Live = Pick<Domain, 'options' | 'ledger'>
type Whose = { userId: number; tokenId: number }
type Costs = { amount: number; withOutput: ((tokens: number) => number) | undefined }

/** For a hold that was refused: the same refusal, which tells what is left and what that would pay for. */
export const tellingShortage =
  ({ options, ledger }: Live, { userId, tokenId }: Whose, { amount, withOutput }: Costs) =>
  async (error: unknown): Promise<never> => {
    if (!isShortage(error)) throw error
    const left = await ledger.balance(userId, tokenId)
    const figures = { left: quotaText(options, left), cost: quotaText(options, amount) }
    const tokens = withOutput === undefined ? undefined : outputFor(withOutput, left)
    if (tokens === undefined) throw new ApplicationError(error.code, { reason: 'cost_uncovered', ...figures }, error)
    const reason = tokens === 0 ? 'prompt_uncovered' : 'output_covered'
    throw new ApplicationError(error.code, { reason, tokens, ...figures }, error)
  }

/** Whether a call was refused for want of quota that would do for a smaller one. */
export const isShortage = (error: unknown): error is ApplicationError =>
  error instanceof ApplicationError &&
  (error.code === 'quota_insufficient' || error.code === 'token_quota_insufficient')

const mostOutput = 2 ** 30

/** How many tokens of output an amount pays for. */
const outputFor = (withOutput: (tokens: number) => number, left: number): number => {
  let [enough, tooMany] = [0, mostOutput]
  while (tooMany - enough > 1) {
    const middle = Math.floor((enough + tooMany) / 2)
    if (withOutput(middle) <= left) enough = middle
    else tooMany = middle
  }
  return enough
}
