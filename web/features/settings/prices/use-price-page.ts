import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import { inOrder, type Orders } from '../../../lib/local-order.ts'
import { pageSizePreference } from '../../../lib/preferences.ts'
import { useStore } from '../../../lib/store.ts'
import type { Sort } from '../../../lib/table-state.ts'
import { type PagerProps, useLastPage } from '../../../ui/pager.tsx'
import { useSettings } from '../settings-state.ts'
import { usePriceSearch } from '../use-page-search.ts'

type PricePageOptions<Row> = {
  /** Undefined until they have come. */
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  orders: Orders<Row>
  /** Where it does not begin with the size of other tables, and leaves theirs alone. */
  firstSize?: number
}

/** The part of a table of prices that the address asks for, in the order that it asks for; a page behind the end is the last. */
export const usePricePage = <Row>({ rows: known, rowId, orders, firstSize }: PricePageOptions<Row>) => {
  const [search, change] = usePriceSearch()
  const usualSize = useStore(pageSizePreference)
  const [ownSize, setOwnSize] = useState(firstSize)
  const size = ownSize ?? usualSize
  const { sort: id, direction = 'asc' } = search
  const sort: Sort | undefined = id !== undefined && Object.hasOwn(orders, id) ? { id, direction } : undefined
  const rows: readonly Row[] = known ?? noRows
  const ordered = useKeptOrder({ rows, rowId, orders, sort, asked: JSON.stringify(search) })
  const page = Math.min(Math.max(1, search.page ?? 1), Math.max(1, Math.ceil(ordered.length / size)))
  // A page of fields takes a while to be made: that it comes is seen at once.
  const made = useDeferredValue(page)
  const setPage = useCallback((next: number) => void change({ page: next > 1 ? next : undefined }), [change])
  useLastPage({ page: search.page ?? 1, size, setPage }, known?.length)
  return {
    ordered,
    shown: useMemo(() => ordered.slice((made - 1) * size, made * size), [ordered, made, size]),
    pager: {
      ...{ page, size, total: ordered.length, onPage: setPage },
      onSize: (next: number) => {
        if (firstSize === undefined) pageSizePreference.set(next)
        else setOwnSize(next)
        setPage(1)
      },
    } satisfies PagerProps,
    sort,
    setSort: (next: Sort | undefined) => void change({ sort: next?.id, direction: next?.direction, page: undefined }),
  }
}

const noRows: readonly never[] = []

type KeptOrderOptions<Row> = Omit<PricePageOptions<Row>, 'rows' | 'firstSize'> & {
  rows: readonly Row[]
  sort: Sort | undefined
  asked: string
}

/**
 * A row that is typed in does not leave from under the hand: the order stays as it is until something else is asked for,
 * what is set is saved, or a row comes that has no place in it.
 */
const useKeptOrder = <Row>({ rows, rowId, orders, sort, asked }: KeptOrderOptions<Row>): readonly Row[] => {
  const { stored } = useSettings()
  const kept = useRef<{ asked: string; stored: unknown; places: ReadonlyMap<string, number> }>(undefined)
  const last = kept.current
  const isKept = last?.asked === asked && last.stored === stored && rows.every((row) => last.places.has(rowId(row)))
  if (!isKept) {
    const places = new Map(inOrder(rows, orders, sort).map((row, place) => [rowId(row), place]))
    kept.current = { asked, stored, places }
  }
  const places = sort && kept.current?.places
  return useMemo(() => {
    if (places === undefined) return rows
    const placeOf = (row: Row) => places.get(rowId(row)) ?? 0
    return rows.toSorted((one, other) => placeOf(one) - placeOf(other))
  }, [rows, rowId, places])
}
