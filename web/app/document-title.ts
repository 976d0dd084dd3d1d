import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { connectionStore } from '../lib/connection.ts'
import { useText } from '../lib/i18n.ts'
import { useStatus } from '../lib/status.ts'
import { useStore } from '../lib/store.ts'

const usualIcon = '/favicon.svg'
/** In the page itself: it is shown when nothing can be loaded. */
const troubledIcon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#4759dc"/><circle cx="16" cy="16" r="9" fill="#e5484d" stroke="#fff" stroke-width="3"/></svg>',
)}`

/** The tab says which page it is, and in words and by its icon that the server is not reached. */
export const useDocumentTitle = (): void => {
  const t = useText()
  const { system_name } = useStatus()
  const isReached = useStore(connectionStore)
  const key = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  useEffect(() => {
    const parts = [isReached ? '' : t('connectionLost'), key ? t(key) : '', system_name]
    document.title = parts.filter((part) => part !== '').join(' · ')
    document.querySelector('link[rel=icon]')?.setAttribute('href', isReached ? usualIcon : troubledIcon)
  }, [t, key, system_name, isReached])
}
