import { useQuery } from '@tanstack/react-query'
import { wallet } from '#contract/wallet.ts'
import { useText } from '../../lib/i18n.ts'
import { endpointQuery } from '../../lib/query.ts'

/** What an amount costs, as the server says; `text` is there in any case, if only to say that it is not known yet. */
export const usePrice = (amount: number | null): { text: string; isKnown: boolean } => {
  const t = useText('wallet')
  const price = useQuery({
    ...endpointQuery(wallet.price, { body: { amount: amount ?? 0, top_up_code: '' } }),
    enabled: amount !== null,
  })
  if (amount === null || price.isPending) return { text: '…', isKnown: false }
  if (price.error) return { text: price.error.message, isKnown: false }
  return { text: t('yuan', { amount: price.data }), isKnown: true }
}
