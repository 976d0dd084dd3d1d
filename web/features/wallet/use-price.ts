import { useQuery } from '@tanstack/react-query'
import { wallet } from '#contract/wallet.ts'
import { useText } from '../../lib/i18n.ts'
import { endpointQuery } from '../../lib/query.ts'

/** As the server says it; `text` says as much while it is not known yet. */
export type Price =
  | { state: 'unknown'; text: string }
  | { state: 'failed'; message: string; retry(): void }
  | { state: 'known'; text: string }

/** What an amount costs. */
export const usePrice = (amount: number | null): Price => {
  const t = useText('wallet')
  const price = useQuery({
    ...endpointQuery(wallet.price, { body: { amount: amount ?? 0, top_up_code: '' } }),
    enabled: amount !== null,
  })
  if (amount === null || price.isPending) return { state: 'unknown', text: '…' }
  if (price.error) return { state: 'failed', message: price.error.message, retry: () => void price.refetch() }
  return { state: 'known', text: t('yuan', { amount: price.data }) }
}
