import { useEffect } from 'react'
import { recordNameStore } from './record-name.ts'

/** Names in the tab of the browser what a page is about, beside the word that its row in `app/pages.ts` may have. */
export const usePageName = (name: string): void =>
  useEffect(() => {
    recordNameStore.set(name)
    return () => recordNameStore.set('')
  }, [name])
