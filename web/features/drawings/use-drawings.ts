import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Drawing, drawings, type OwnDrawing } from '#contract/drawings.ts'
import { pageQueryOf } from '../../lib/query.ts'
import { isAdmin, useUser } from '../../lib/session.ts'
import { useTableState } from '../../lib/table-state.ts'
import { isRunning } from './drawing-looks.ts'
import { drawingsSearch } from './drawings-search.ts'

/** A row of either list. */
export type DrawingRow = OwnDrawing & Partial<Pick<Drawing, 'channel_id' | 'user_id'>>

/** The drawings that the address asks for: everybody's for an administrator, the own ones otherwise. */
export const useDrawings = () => {
  const table = useTableState(drawingsSearch)
  const admin = isAdmin(useUser())
  // The usual range hangs on the clock: it moves on when the page is refreshed, not with every draw.
  const [openedAt, setOpenedAt] = useState(nowSeconds)
  const { search } = table
  const range = {
    start: search.start_timestamp ?? openedAt - usualSeconds,
    end: search.end_timestamp ?? openedAt + hour,
  }
  const own = {
    p: table.page,
    page_size: table.size,
    mj_id: search.mj_id ?? '',
    start_timestamp: String(range.start * 1000),
    end_timestamp: String(range.end * 1000),
  }
  const everyone = useQuery({
    ...pageQueryOf(drawings.list, { query: { ...own, channel_id: String(search.channel ?? 0) } }),
    enabled: admin,
    refetchInterval: ({ state }) => paceOf(state.data?.items),
  })
  const mine = useQuery({
    ...pageQueryOf(drawings.listSelf, { query: own }),
    enabled: !admin,
    refetchInterval: ({ state }) => paceOf(state.data?.items),
  })
  const data: { items: readonly DrawingRow[]; total: number } | undefined = admin ? everyone.data : mine.data
  const rows = admin ? everyone : mine
  const refetch = () => {
    setOpenedAt(nowSeconds())
    return rows.refetch()
  }
  return { table, admin, range, query: { data, isFetching: rows.isFetching, error: rows.error, refetch } }
}

const hour = 3600
const usualSeconds = 30 * 24 * hour
const runningMs = 1000

/** What is under way is looked at again soon. */
const paceOf = (rows: readonly OwnDrawing[] | undefined): number | false =>
  rows?.some(({ status }) => isRunning(status)) ? runningMs : false

const nowSeconds = () => Math.floor(Date.now() / 1000)
