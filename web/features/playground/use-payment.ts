import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { models } from '#contract/models.ts'
import { type Token, tokens } from '#contract/tokens.ts'
import { type Prices, pricesQuery } from '../../lib/callable-models.ts'
import { type Known, knownOf, mapKnown } from '../../lib/known.ts'
import { usePageQuery } from '../../lib/page-query.ts'
import { endpointQuery } from '../../lib/query.ts'
import { useUser } from '../../lib/session.ts'
import type { Conversation } from './conversation.ts'
import { groupOf, type Means, meansOf, type PayableModel, payableModels, type Refusals } from './payment.ts'
import { parameterNames } from './request-body.ts'

export type Payment = {
  prices: Known<Prices>
  tokens: Known<readonly Token[]>
  models: Known<readonly PayableModel[]>
  /** Undefined while it is not known, or cannot be. */
  means: Means | undefined
  refusals: Refusals
  ownGroup: string
}

/** Who can pay, for which models, and how a call is made for the payer that is chosen. */
export const usePayment = ({ payer, sides }: Pick<Conversation, 'payer' | 'sides'>): Payment => {
  const user = useUser()
  const ownGroup = user?.group ?? ''
  const prices = usePageQuery(pricesQuery(user?.id, ownGroup))
  const list = usePageQuery(endpointQuery(tokens.list, { query: { p: 0, size: 100 } }))
  const knownPrices = knownOf(prices)
  const knownTokens = mapKnown(knownOf(list), ({ items }) => items)
  const owned = list.data?.items
  // What a token may call is not known before it.
  const known: Known<unknown> = payer.kind === 'token' && knownTokens.state !== 'here' ? knownTokens : knownPrices
  const payable = useMemo(
    () => prices.data && payableModels(payer, { prices: prices.data, tokens: owned ?? [], ownGroup }),
    [payer, prices.data, owned, ownGroup],
  )
  const group = groupOf(payer, owned ?? [], ownGroup)
  const refusals = useRefusals(
    group,
    sides.map(({ model }) => model),
  )
  return {
    prices: knownPrices,
    tokens: knownTokens,
    models: mapKnown(known, () => payable ?? []),
    means: meansOf(payer, owned ?? [], refusals),
    refusals,
    ownGroup,
  }
}

/** What models do not take of whoever calls in a group, as far as it is known. */
const useRefusals = (group: string | undefined, names: readonly string[]): Refusals => {
  const asked = group === undefined ? [] : [...new Set(names)].filter((model) => model !== '')
  const answers = useQueries({
    queries: asked.map((model) => endpointQuery(models.refusals, { query: { model, group: group ?? '' } })),
    combine: (results) => results.map(({ data = [] }, place) => ({ model: asked[place] ?? '', data })),
  })
  return useMemo(
    () => new Map(answers.map(({ model, data }) => [model, new Set(data.map((name) => parameterNames[name]))])),
    [answers],
  )
}
