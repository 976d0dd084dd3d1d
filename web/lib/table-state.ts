import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import type * as z from 'zod/mini'
import { pageSizePreference, pageSizes, usualPageSize } from './preferences.ts'
import { tableParameters } from './search-parameters.ts'
import { useShownSearch } from './shown-search.tsx'
import { useStore } from './store.ts'

const reserved: readonly string[] = Object.keys(tableParameters)

/** In the address, where nothing is hidden. */
const hidesNone = '-'
export const hiddenText = (hidden: readonly string[]): string => hidden.join(',') || hidesNone

export type Sort = { id: string; direction: 'asc' | 'desc' }
type AnySearch = z.output<z.ZodMiniObject<typeof tableParameters>>

export type TableState<Search> = {
  /** Everything in the address, parsed. */
  search: Search
  page: number
  size: number
  sort: Sort | undefined
  /** Anything but paging and sorting is set. */
  isFiltered: boolean
  /** Changes filters and goes back to the first page; undefined removes one. */
  filter(change: Partial<Search>): void
  setPage(page: number, replace?: boolean): void
  peek: string | undefined
  setPeek(id: string | undefined): void
  isLive: boolean
  setLive(isLive: boolean): void
  setSize(size: number): void
  setSort(sort: Sort | undefined): void
  /** The columns that the address hides, where it says so: those that are kept then do not count. */
  hidden: readonly string[] | undefined
  setHidden(hidden: readonly string[]): void
  clear(): void
}

/** Table state in the address: `const table = useTableState(tokensSearch)`. */
export const useTableState = <Schema extends z.ZodMiniType<AnySearch>>(
  schema: Schema,
): TableState<z.output<Schema>> => {
  const raw = useShownSearch()
  const navigate = useNavigate()
  const preferredSize = useStore(pageSizePreference)
  useRememberedSize(raw, preferredSize)
  return useMemo(() => {
    const search = schema.parse(raw)
    const change = (patch: Record<string, unknown>, replace: boolean) => {
      // seam: the page's own schema validates what any page may hold
      const next = ((old: Record<string, unknown>) => ({ ...old, ...patch })) as never
      void navigate({ to: '.', search: next, replace })
    }
    return {
      search,
      page: pageIn(search),
      size: pageSizes.find((size) => size === search.size) ?? preferredSize,
      sort: search.sort ? { id: search.sort, direction: search.direction ?? 'asc' } : undefined,
      isFiltered: Object.entries(search).some(([name, value]) => !reserved.includes(name) && value !== undefined),
      filter: (patch) => change({ ...patch, page: undefined }, true),
      setPage: (page, replace = false) => change({ page: page > 1 ? page : undefined }, replace),
      peek: search.peek,
      // The first look is a step that Back takes back; going on from row to row is none.
      setPeek: (id) => change({ peek: id }, search.peek !== undefined),
      isLive: search.live === 'on',
      setLive: (isLive) => change({ live: isLive ? 'on' : undefined }, true),
      // Remembered for other lists, and in the address for whoever is sent it.
      setSize: (size) => {
        pageSizePreference.set(size)
        change({ size: size === usualPageSize ? undefined : size, page: undefined }, true)
      },
      hidden: search.hidden?.split(',').filter((id) => id !== hidesNone),
      setHidden: (hidden) => change({ hidden: hiddenText(hidden) }, true),
      setSort: (sort) => change({ sort: sort?.id, direction: sort?.direction, page: undefined }, true),
      clear: () => {
        const kept = {
          sort: search.sort,
          direction: search.direction,
          live: search.live,
          size: search.size,
          hidden: search.hidden,
        }
        void navigate({ to: '.', search: kept as never, replace: true }) // seam: as above
      },
    }
  }, [schema, raw, navigate, preferredSize])
}

/** A size that is remembered stands in the address too, so that whoever is sent it sees the same. */
const useRememberedSize = (raw: { size?: unknown }, size: number): void => {
  const navigate = useNavigate()
  const isUnsaid = raw.size === undefined && size !== usualPageSize
  useEffect(() => {
    // seam: every list has it
    if (isUnsaid) void navigate({ to: '.', search: ((old: object) => ({ ...old, size })) as never, replace: true })
  }, [isUnsaid, size, navigate])
}

const pageIn = ({ page = 1 }: Pick<AnySearch, 'page'>): number => Math.max(1, page)

/** The page that the address asks for, while its rows may still be to come. */
export const useAskedPage = (): number =>
  useSearch({
    strict: false,
    select: ({ page }: { page?: unknown }) => pageIn({ page: tableParameters.page.parse(page) }),
  })
