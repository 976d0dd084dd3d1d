import { isObject, type JsonObject, objectAt, parseLenient } from '#protocols/json/json.ts'
import type { ChannelFacts, Provider, ProviderEnvironment } from './provider.ts'

type Balance = NonNullable<Provider['balance']>

/** A balance that one call tells: `read` finds it in the answer, undefined where it is not there. */
export const balanceAt =
  (address: (facts: ChannelFacts) => string, read: (answer: JsonObject) => unknown): Balance =>
  async (facts, key, environment) =>
    amountOf(read(await ask(environment, address(facts), key)))

/**
 * Gateways of this family tell a subscription's limit and, apart from it, what was used: in cents, for at most a
 * hundred days.
 */
export const subscriptionBalance =
  (usualBase: string): Balance =>
  async ({ baseUrl }, key, environment) => {
    const place = `${baseUrl || usualBase}/v1/dashboard/billing`
    const subscription = await ask(environment, `${place}/subscription`, key)
    const now = new Date(environment.now())
    const monthStart = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))
    const longAgo = new Date(now.getTime() - 100 * 86_400_000)
    const start = subscription.has_payment_method === false ? longAgo : monthStart
    const range = `start_date=${dayOf(start)}&end_date=${dayOf(now)}`
    const usage = await ask(environment, `${place}/usage?${range}`, key)
    return amountOf(subscription.hard_limit_usd) - amountOf(usage.total_usage) / 100
  }

/** An answer without a balance in it is none: a figure made up would switch channels off. */
export class BalanceUnreadable extends Error {
  override readonly name = 'BalanceUnreadable'
}

const ask = async (environment: ProviderEnvironment, url: string, key: string): Promise<JsonObject> => {
  const headers = { authorization: `Bearer ${key}` }
  const { status, body } = await environment.fetch({ url, method: 'GET', headers })
  return answerIn(status, body)
}

/** A balance in an answer that was asked for in a way of its own. */
export const balanceIn = (status: number, body: string, read: (answer: JsonObject) => unknown): number =>
  amountOf(read(answerIn(status, body)))

const answerIn = (status: number, body: string): JsonObject => {
  const answer = parseLenient(body)
  if (status !== 200 || !isObject(answer)) throw new BalanceUnreadable(`the balance was answered with status ${status}`)
  return answer
}

const amountOf = (value: unknown): number => {
  const amount = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof amount !== 'number' || !Number.isFinite(amount)) throw new BalanceUnreadable('the answer tells no balance')
  return amount
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

/** A member of the answer's `data`. */
export const dataOf = (answer: JsonObject): JsonObject => objectAt(answer, 'data') ?? {}
