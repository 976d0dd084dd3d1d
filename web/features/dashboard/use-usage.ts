import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { logs } from '#contract/logs.ts'
import { pageQueryOf } from '../../lib/query.ts'
import { isAdmin, useUser } from '../../lib/session.ts'
import { useStatus } from '../../lib/status.ts'
import { chosenView, rangeDays, stepSeconds } from './dashboard-range.ts'
import type { DashboardSearch } from './dashboard-search.ts'

/** What calls were and cost over the range: everybody's for an administrator, the own ones otherwise. */
export const useUsage = (search: DashboardSearch) => {
  const admin = isAdmin(useUser())
  const { data_export_default_time: usual } = useStatus()
  // The range hangs on the clock: it moves on when the page is refreshed, not with every draw.
  const [end, setEnd] = useState(nowSeconds)
  const view = chosenView(search, usual, admin)
  const start = end - rangeDays[view.range] * 86_400
  const minutesAhead = Math.round(-new Date(end * 1000).getTimezoneOffset() / 60) * 60
  const own = {
    start_timestamp: String(start),
    end_timestamp: String(end),
    default_time: view.step,
    utc_offset: String(minutesAhead),
  }
  const all = { ...own, username: search.username ?? '' }
  const everybody = useQuery({ ...pageQueryOf(logs.usage, { query: all }), enabled: admin })
  const mine = useQuery({ ...pageQueryOf(logs.usageSelf, { query: own }), enabled: !admin })
  const query = admin ? everybody : mine
  const frame = { start, end, seconds: stepSeconds[view.step], ahead: minutesAhead * 60 }
  return { admin, ...view, frame, query, refresh: () => setEnd(nowSeconds()) }
}

const nowSeconds = () => Math.floor(Date.now() / 1000)
