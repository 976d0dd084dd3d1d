import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { connectionStore } from '../lib/connection.ts'
import { useText } from '../lib/i18n.ts'
import { recordNameStore } from '../lib/record-name.ts'
import { useStatus } from '../lib/status.ts'
import { useStore } from '../lib/store.ts'

/** The tab says which page it is, of which record, and that the server is not reached. */
export const useDocumentTitle = (): void => {
  const t = useText()
  const { system_name } = useStatus()
  const isReached = useStore(connectionStore)
  const record = useStore(recordNameStore)
  const key = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  useEffect(() => {
    const parts = [isReached ? '' : t('connectionLost'), record, key ? t(key) : '', system_name]
    document.title = parts.filter((part) => part !== '').join(' · ')
  }, [t, record, key, system_name, isReached])
}
