import { useState } from 'react'
import { logs } from '#contract/logs.ts'
import { callWhole } from '../../lib/api.ts'
import { usePageQuery } from '../../lib/page-query.ts'
import { resourceOf } from '../../lib/query.ts'
import { serverSeconds } from '../../lib/server-time.ts'
import { isAdmin, useUser } from '../../lib/session.ts'
import { useStatus } from '../../lib/status.ts'
import type { Usage } from '../../pieces/usage/usage-series.ts'
import { chosenView, frameOf } from './dashboard-range.ts'
import type { DashboardSearch } from './dashboard-search.ts'

/** What calls were and cost over the range: everybody's for an administrator, the own ones otherwise. */
export const useUsage = (search: DashboardSearch) => {
  const admin = isAdmin(useUser())
  const { data_export_default_time: usual } = useStatus()
  // The range hangs on the clock: it moves on when the page is refreshed, not with every draw.
  const [end, setEnd] = useState(serverSeconds)
  const view = chosenView(search, usual, admin, end)
  const username = admin ? search.username : undefined
  const frame = frameOf(view, end, Intl.DateTimeFormat().resolvedOptions().timeZone)
  const query = usePageQuery<Usage>({
    queryKey: [resourceOf(logs.usage), admin, frame, username],
    queryFn: async ({ signal }) => {
      const asked = {
        start_timestamp: String(frame.start),
        end_timestamp: String(frame.end),
        default_time: frame.step,
        zone: frame.zone,
      }
      const { data, beside } = admin
        ? await callWhole(logs.usage, { query: { ...asked, username: username ?? '' } }, { signal })
        : await callWhole(logs.usageSelf, { query: asked }, { signal })
      return { frame: beside.frame, points: data, failed: beside.failed, of: { username } }
    },
    placeholderData: (previous) => previous,
  })
  return { admin, view, frame, query, refresh: () => setEnd(serverSeconds()) }
}
