import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { optionSearch, priceSearch, settingsSearch } from './settings-search.ts'

type Schema<Search> = { parse: (raw: unknown) => Search }
type ChangeOf<Search> = (change: { [Name in keyof Search]?: Search[Name] | undefined }) => Promise<void>

/** A page's part of the address, and how to change it. */
const usePageSearch = <Search>(schema: Schema<Search>): [Search, ChangeOf<Search>] => {
  const raw: unknown = useSearch({ strict: false })
  const navigate = useNavigate()
  const search = useMemo(() => schema.parse(raw), [raw, schema])
  const change = useCallback<ChangeOf<Search>>(
    (part) => {
      // seam: the page's own schema validates what any page may hold
      const next = ((old: Record<string, unknown>) => ({ ...old, ...part })) as never
      return navigate({ to: '.', search: next, replace: true, resetScroll: false })
    },
    [navigate],
  )
  return [search, change]
}

export const useSettingsSearch = () => usePageSearch(settingsSearch)

export const usePriceSearch = () => usePageSearch(priceSearch)

/** What all pages of options have: the option that is led to. */
export const useOptionSearch = () => usePageSearch(optionSearch)
