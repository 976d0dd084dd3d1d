import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { connectionStore } from '../lib/connection.ts'
import { useText } from '../lib/i18n.ts'
import { troubleStore } from '../lib/page-trouble.ts'
import { recordNameStore } from '../lib/record-name.ts'
import { useStatus } from '../lib/status.ts'
import { useStore } from '../lib/store.ts'

const usualIcon = '/favicon.svg'
/** In the page itself: it is shown when nothing can be loaded. */
const troubledIcon =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="%234759dc"/><circle cx="16" cy="16" r="9" fill="%23e5484d" stroke="%23fff" stroke-width="3"/></svg>'

/** The tab says which page it is, of which record, and that the server is not reached or the page could not be loaded. */
export const useDocumentTitle = (): void => {
  const t = useText()
  const { system_name } = useStatus()
  const isReached = useStore(connectionStore)
  const isWhole = useStore(troubleStore) === 0
  const record = useStore(recordNameStore)
  const key = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  const trouble = isReached ? !isWhole && t('errorTitle') : t('connectionLost')
  useEffect(() => {
    document.title = [trouble, record, key && t(key), system_name].filter(Boolean).join(' · ')
    document.querySelector('link[rel=icon]')?.setAttribute('href', trouble ? troubledIcon : usualIcon)
  }, [t, record, key, system_name, trouble])
}
