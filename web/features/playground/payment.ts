import type { PricedModel } from '#contract/models.ts'
import { type Token, tokenStatuses } from '#contract/tokens.ts'
import { callableModels, type Prices } from '../../lib/callable-models.ts'
import type { Payer } from './conversation.ts'
import type { RefusedParameters } from './request-body.ts'

type Facts = { prices: Prices; tokens: readonly Token[]; ownGroup: string }

/** How a call is made for a payer: where it goes, what shows who asks, and what models do not take that way. */
export type Means = { path: string; key?: string; group?: string; refusals: Refusals }

/** By the names of models; what is not there is taken, or not known yet. */
export type Refusals = ReadonlyMap<string, RefusedParameters>

export const refusedBy = (refusals: Refusals, model: string): RefusedParameters => refusals.get(model) ?? noneRefused
const noneRefused: RefusedParameters = new Set()

/** Undefined for a token that is gone or cannot be used. */
export const meansOf = (payer: Payer, tokens: readonly Token[], refusals: Refusals): Means | undefined => {
  if (payer.kind === 'group') {
    return { path: '/pg/chat/completions', refusals, ...(payer.group === '' ? {} : { group: payer.group }) }
  }
  const token = usableTokens(tokens).find(({ id }) => id === payer.id)
  return token && { path: '/v1/chat/completions', key: `sk-${token.key}`, refusals }
}

export const usableTokens = (tokens: readonly Token[]): readonly Token[] =>
  tokens.filter(({ status }) => status === tokenStatuses.enabled)

/** Where his calls go; undefined for a token that is not known. */
export const groupOf = (payer: Payer, tokens: readonly Token[], ownGroup: string): string | undefined => {
  const group = payer.kind === 'group' ? payer.group : tokens.find(({ id }) => id === payer.id)?.group
  return group === undefined ? undefined : group || ownGroup
}

/** A model that the payer can call, with what it costs him in dollars: for a million tokens, or for a call. */
export type PayableModel = { name: string; mark: string; price: ModelPrice }
type ModelPrice = { kind: 'call'; call: number } | { kind: 'usage'; input: number; output: number }

/** What a payer can call, by name. */
export const payableModels = (payer: Payer, { prices, tokens, ownGroup }: Facts): readonly PayableModel[] => {
  const token = payer.kind === 'token' ? tokens.find(({ id }) => id === payer.id) : undefined
  const calling = payer.kind === 'group' ? payer : token
  if (calling === undefined) return []
  const ratio = prices.group_ratio[calling.group || ownGroup] ?? 1
  return callableModels(prices, calling, ownGroup).map((model) => ({
    name: model.model_name,
    mark: model.mark,
    price: priceFor(model, ratio),
  }))
}

/** A ratio of 1 is 2 dollars for a million tokens of input. */
const dollarsPerRatio = 2

const priceFor = (model: PricedModel, ratio: number): ModelPrice => {
  if (model.model_price > 0) return { kind: 'call', call: neat(model.model_price * ratio) }
  const input = model.model_ratio * dollarsPerRatio * ratio
  return { kind: 'usage', input: neat(input), output: neat(input * model.completion_ratio) }
}

/** Drops the last digits of a product: 0.1 × 3 is 0.3. */
const neat = (value: number): number => Number(value.toPrecision(12))
