import { useQuery } from '@tanstack/react-query'
import { status } from '#contract/status.ts'
import { useText } from '../lib/i18n.ts'
import { endpointQuery } from '../lib/query.ts'
import { Notice } from '../ui/notice.tsx'

const untilNextTry = 5000

/** As long as the server is not reached: it goes by itself, since every call that is answered ends it. */
export function ConnectionNotice() {
  const t = useText()
  useQuery({ ...endpointQuery(status.read), refetchInterval: untilNextTry, retry: false })
  return (
    <Notice tone="bad" title={t('connectionLost')} className="m-4 mb-0 md:mx-6">
      {t('connectionHelp')}
    </Notice>
  )
}
