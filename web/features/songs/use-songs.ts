import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type OwnTask, type Task, tasks } from '#contract/tasks.ts'
import { pageQueryOf } from '../../lib/query.ts'
import { isAdmin, useUser } from '../../lib/session.ts'
import { useTableState } from '../../lib/table-state.ts'
import { isRunning } from './song-looks.ts'
import { songsSearch } from './songs-search.ts'

/** A row of either list. */
export type SongRow = OwnTask & Partial<Pick<Task, 'channel_id' | 'user_id'>>

/** The tasks that the address asks for: everybody's for an administrator, the own ones otherwise. */
export const useSongs = () => {
  const table = useTableState(songsSearch)
  const admin = isAdmin(useUser())
  // The usual range hangs on the clock: it moves on when the page is refreshed, not with every draw.
  const [openedAt, setOpenedAt] = useState(nowSeconds)
  const { search } = table
  const range = {
    start: search.start_timestamp ?? midnightBefore(openedAt),
    end: search.end_timestamp ?? openedAt + hour,
  }
  const own = {
    p: table.page,
    page_size: table.size,
    task_id: search.task_id ?? '',
    start_timestamp: String(range.start),
    end_timestamp: String(range.end),
  }
  const everyone = useQuery({
    ...pageQueryOf(tasks.list, { query: { ...own, channel_id: String(search.channel ?? 0) } }),
    enabled: admin,
    refetchInterval: ({ state }) => paceOf(state.data?.items),
  })
  const mine = useQuery({
    ...pageQueryOf(tasks.listSelf, { query: own }),
    enabled: !admin,
    refetchInterval: ({ state }) => paceOf(state.data?.items),
  })
  const data: { items: readonly SongRow[]; total: number } | undefined = admin ? everyone.data : mine.data
  const rows = admin ? everyone : mine
  const refetch = () => {
    setOpenedAt(nowSeconds())
    return rows.refetch()
  }
  return { table, admin, range, query: { data, isFetching: rows.isFetching, error: rows.error, refetch } }
}

const hour = 3600
const runningMs = 1000

/** What is under way is looked at again soon. */
const paceOf = (rows: readonly OwnTask[] | undefined): number | false =>
  rows?.some(({ status }) => isRunning(status)) ? runningMs : false

const midnightBefore = (seconds: number): number => {
  const date = new Date(seconds * 1000)
  date.setHours(0, 0, 0, 0)
  return date.getTime() / 1000
}

const nowSeconds = () => Math.floor(Date.now() / 1000)
