import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { status } from '#contract/status.ts'
import { useText } from '../lib/i18n.ts'
import { endpointQuery } from '../lib/query.ts'
import { Notice } from '../ui/notice.tsx'

const untilNextTry = 5000

const usualIcon = '/favicon.svg'
/** In the page itself: it is shown when nothing can be loaded. */
const troubledIcon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#4759dc"/><circle cx="16" cy="16" r="9" fill="#e5484d" stroke="#fff" stroke-width="3"/></svg>',
)}`

/** As long as the server is not reached: it goes by itself, since every call that is answered ends it. */
export function ConnectionNotice() {
  const t = useText()
  useQuery({ ...endpointQuery(status.read), refetchInterval: untilNextTry, retry: false })
  useEffect(() => {
    const icon = document.querySelector('link[rel=icon]')
    icon?.setAttribute('href', troubledIcon)
    return () => icon?.setAttribute('href', usualIcon)
  }, [])
  return (
    <Notice tone="bad" title={t('connectionLost')} className="m-4 mb-0 md:mx-6">
      {t('connectionHelp')}
    </Notice>
  )
}
