import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { type SettingsSearch, settingsSearch } from './settings-search.ts'

type SearchChange = { [Name in keyof SettingsSearch]?: SettingsSearch[Name] | undefined }

/** The page's part of the address, and how to change it. */
export const useSettingsSearch = (): [SettingsSearch, (change: SearchChange) => Promise<void>] => {
  const raw: unknown = useSearch({ strict: false })
  const navigate = useNavigate()
  const search = useMemo(() => settingsSearch.parse(raw), [raw])
  const change = useCallback(
    (part: SearchChange) => {
      // seam: the page's own schema validates what any page may hold
      const next = ((old: Record<string, unknown>) => ({ ...old, ...part })) as never
      return navigate({ to: '.', search: next, replace: true, resetScroll: false })
    },
    [navigate],
  )
  return [search, change]
}
