import { useQuery } from '@tanstack/react-query'
import { status } from '#contract/status.ts'
import { useText } from '../lib/i18n.ts'
import { endpointQuery } from '../lib/query.ts'
import { Notice } from '../ui/notice.tsx'

const halfMinute = 30_000

/** For administrators, as long as no call begins because its charge could not be stored. */
export function StorageNotice() {
  const t = useText('dialogs')
  const { data } = useQuery({ ...endpointQuery(status.read), staleTime: halfMinute, refetchInterval: halfMinute })
  if (data?.calls_paused !== true) return null
  return (
    <Notice tone="bad" title={t('callsPaused')} className="m-4 mb-0 md:mx-6">
      {t('callsPausedHelp')}
    </Notice>
  )
}
