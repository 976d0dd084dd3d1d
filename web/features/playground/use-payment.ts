import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Token, tokens } from '#contract/tokens.ts'
import { type Prices, pricesQuery } from '../../lib/callable-models.ts'
import { type Known, knownOf, mapKnown } from '../../lib/known.ts'
import { endpointQuery } from '../../lib/query.ts'
import { useUser } from '../../lib/session.ts'
import type { Payer } from './conversation.ts'
import { type Means, meansOf, type PayableModel, payableModels } from './payment.ts'

export type Payment = {
  prices: Known<Prices>
  tokens: Known<readonly Token[]>
  models: Known<readonly PayableModel[]>
  /** Undefined while it is not known, or cannot be. */
  means: Means | undefined
  ownGroup: string
}

/** Who can pay, for which models, and how a call is made for the payer that is chosen. */
export const usePayment = (payer: Payer): Payment => {
  const user = useUser()
  const ownGroup = user?.group ?? ''
  const prices = useQuery(pricesQuery(user?.id, ownGroup))
  const list = useQuery(endpointQuery(tokens.list, { query: { p: 0, size: 100 } }))
  const knownPrices = knownOf(prices)
  const knownTokens = mapKnown(knownOf(list), ({ items }) => items)
  const owned = list.data?.items
  // What a token may call is not known before it.
  const known: Known<unknown> = payer.kind === 'token' && knownTokens.state !== 'here' ? knownTokens : knownPrices
  const payable = useMemo(
    () => prices.data && payableModels(payer, { prices: prices.data, tokens: owned ?? [], ownGroup }),
    [payer, prices.data, owned, ownGroup],
  )
  return {
    prices: knownPrices,
    tokens: knownTokens,
    models: mapKnown(known, () => payable ?? []),
    means: meansOf(payer, owned ?? []),
    ownGroup,
  }
}
