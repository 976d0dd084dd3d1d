import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { channels } from '#contract/channels.ts'
import { pricingName } from '#contract/default-ratio-rules.ts'
import { useText } from '../../../lib/i18n.ts'
import { type Known, knownOf, mapKnown } from '../../../lib/known.ts'
import { findNames } from '../../../lib/name-search.ts'
import { endpointQuery } from '../../../lib/query.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { ErrorLine } from '../../../ui/error-state.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { usePriceSearch } from '../use-page-search.ts'
import { hasConflict, type PriceRow } from './price-tables.ts'

type Filter = { keyword: string; onlyConflicts: boolean; onlyServed: boolean }

/** It stands in the address, as that of every list does. */
const useFilter = (): [Filter, (change: Partial<Filter>) => void] => {
  const [{ model = '', served, conflicts }, change] = usePriceSearch()
  const filter = useMemo(
    () => ({ keyword: model, onlyServed: served === true, onlyConflicts: conflicts === true }),
    [model, served, conflicts],
  )
  // Only what changed: a search that was typed before a box was ticked comes after it.
  const narrow = ({ keyword, onlyServed, onlyConflicts }: Partial<Filter>) =>
    void change({
      ...(keyword !== undefined && { model: keyword === '' ? undefined : keyword }),
      ...(onlyServed !== undefined && { served: onlyServed || undefined }),
      ...(onlyConflicts !== undefined && { conflicts: onlyConflicts || undefined }),
      page: undefined,
    })
  return [filter, narrow]
}

/** Which of the prices are looked at. */
export type PriceFilter = {
  filter: Filter
  narrow: (change: Partial<Filter>) => void
  conflicts: number
  /** Of the models that channels serve. */
  served: Known<number>
}

export const usePriceFilter = (rows: readonly PriceRow[]): PriceFilter & { found: readonly PriceRow[] } => {
  const [filter, narrow] = useFilter()
  const query = useQuery(endpointQuery(channels.enabledModels))
  const models = query.data
  const conflicts = useMemo(() => rows.filter(hasConflict), [rows])
  const served = useMemo(() => {
    const names = models && new Set(models.map(pricingName))
    return names && rows.filter(({ name }) => names.has(name))
  }, [rows, models])
  const found = useMemo(() => {
    const wanted = filter.onlyServed && served ? served : rows
    const isNarrowed = filter.onlyConflicts && conflicts.length > 0
    return findNames(isNarrowed ? wanted.filter(hasConflict) : wanted, filter.keyword, ({ name }) => name)
  }, [rows, served, conflicts, filter])
  return {
    filter,
    found,
    narrow,
    conflicts: conflicts.length,
    served: mapKnown(knownOf(query), () => served?.length ?? 0),
  }
}

export function PriceFilterFields({ filter, narrow, conflicts, served }: PriceFilter) {
  const t = useText('settings')
  return (
    <>
      <SearchInput
        className="w-full sm:w-60"
        label={t('searchModels')}
        value={filter.keyword}
        onSearch={(keyword) => narrow({ keyword })}
      />
      {served.state === 'loading' && <Skeleton className="h-5 w-50" />}
      {served.state === 'failed' && <ErrorLine title={t('servedFailed')} onRetry={served.retry} />}
      {served.state === 'here' && (
        <Checkbox checked={filter.onlyServed} onChange={(onlyServed) => narrow({ onlyServed })}>
          {t('servedOnly', { count: served.value })}
        </Checkbox>
      )}
      {conflicts > 0 && (
        <Checkbox checked={filter.onlyConflicts} onChange={(onlyConflicts) => narrow({ onlyConflicts })}>
          {t('conflictsOnly', { count: conflicts })}
        </Checkbox>
      )}
    </>
  )
}
