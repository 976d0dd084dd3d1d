import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { pricingSearch } from './pricing-search.ts'

/** The names that stand in the address to be compared, and how to change them: `?compare=one,other`. */
export const useComparison = (): [names: readonly string[], change: (names: readonly string[]) => void] => {
  // Nothing else of the address: a turned page would be drawn whole before its touch is answered.
  const compare = useSearch({ strict: false, select: (search: object) => pricingSearch.parse(search).compare ?? '' })
  const navigate = useNavigate()
  const names = useMemo(() => [...new Set(compare.split(',').filter((name) => name !== ''))], [compare])
  const change = (next: readonly string[]) => {
    const named = next.length === 0 ? undefined : next.join(',')
    // seam: the address of the list has the names in it
    const search = ((old: object) => ({ ...old, compare: named })) as never
    void navigate({ to: '.', search, replace: true, resetScroll: false })
  }
  return [names, change]
}
