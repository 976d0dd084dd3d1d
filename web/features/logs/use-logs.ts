import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { logs } from '#contract/logs.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { pageQueryOf } from '../../lib/query.ts'
import { isAdmin, useUser } from '../../lib/session.ts'
import { type TableState, useTableState } from '../../lib/table-state.ts'
import { logRange } from './log-range.ts'
import { logsSearch } from './logs-search.ts'

export type LogsFilter = ReturnType<typeof useLogs>['filter']
export type LogsTable = TableState<z.output<typeof logsSearch>>

/** The rows and the sums the address asks for: everyone's for an administrator, the own ones otherwise. */
export const useLogs = () => {
  const table = useTableState(logsSearch)
  const admin = isAdmin(useUser())
  // The default range hangs on the clock: it moves on when the page is refreshed, not with every draw.
  const [openedAt, setOpenedAt] = useState(nowSeconds)
  const { search } = table
  const range = logRange(search, openedAt)
  const own = {
    type: String(search.type ?? 0),
    token_name: search.token_name ?? '',
    model_name: search.model_name ?? '',
    group: search.group ?? '',
    request_id: search.request_id ?? '',
    start_timestamp: String(range.start),
    end_timestamp: String(range.end),
  }
  const all = { ...own, channel: String(search.channel ?? 0), username: search.username ?? '' }
  const language = useLanguage()
  const page = { p: table.page, page_size: table.size }

  const ofAll = pageQueryOf(logs.list, { query: { ...all, ...page } })
  const ofMine = pageQueryOf(logs.listSelf, { query: { ...own, ...page } })
  // What failed calls were told comes in the reader's language.
  const everyone = useQuery({ ...ofAll, queryKey: [...ofAll.queryKey, language], enabled: admin })
  const mine = useQuery({ ...ofMine, queryKey: [...ofMine.queryKey, language], enabled: !admin })
  const sumOfAll = useQuery({ ...pageQueryOf(logs.stat, { query: all }), enabled: admin })
  const sumOfMine = useQuery({ ...pageQueryOf(logs.statSelf, { query: own }), enabled: !admin })
  const rows = admin ? everyone : mine
  const sum = admin ? sumOfAll : sumOfMine
  const refetch = () => {
    setOpenedAt(nowSeconds())
    void sum.refetch()
    return rows.refetch()
  }
  return { table, admin, range, filter: all, query: { ...rows, refetch }, sum: sum.data }
}

const nowSeconds = () => Math.floor(Date.now() / 1000)
