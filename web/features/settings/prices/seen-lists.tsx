import { useQuery } from '@tanstack/react-query'
import { priceLists } from '#contract/price-lists.ts'
import { useFormat } from '../../../lib/format.ts'
import { useText } from '../../../lib/i18n.ts'
import { endpointQuery } from '../../../lib/query.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorLine } from '../../../ui/error-state.tsx'
import { Notice } from '../../../ui/notice.tsx'

export const useSeenLists = () => useQuery({ ...endpointQuery(priceLists.seen), meta: { quiet: true } })

/** What the lists that are looked at by the clock asked otherwise, and the way to read one of them here. */
export function SeenLists({ onRead }: { onRead: (address: string) => void }) {
  const t = useText('settings')
  const format = useFormat()
  const { data, isError, refetch } = useSeenLists()
  if (isError && data === undefined) return <ErrorLine title={t('listsSeenFailed')} onRetry={() => void refetch()} />
  if (data === undefined || data.lists.length === 0) return null
  const time = format.dateTime(data.checked_at)
  return data.lists.map(({ address, answered, count }) =>
    answered ? (
      <Notice
        key={address}
        tone={count > 0 ? 'warn' : 'ok'}
        action={
          <Button size="sm" onClick={() => onRead(address)}>
            {t('listReadSeen', { address })}
          </Button>
        }
      >
        {t('listsSeen', { time, count: format.number(count) })}
      </Notice>
    ) : (
      <Notice key={address} tone="bad">
        {t('listSilent', { address })}
      </Notice>
    ),
  )
}
