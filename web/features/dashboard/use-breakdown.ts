import { logs, type UsageBreakdown } from '#contract/logs.ts'
import type { UsageFrame } from '#contract/usage-calendar.ts'
import { ownUsageParts, type UsagePart, usageParts } from '#contract/usage-parts.ts'
import { call } from '../../lib/api.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { usePageQuery } from '../../lib/page-query.ts'
import { resourceOf } from '../../lib/query.ts'
import type { Measure } from '../../pieces/usage/usage-series.ts'
import type { DashboardSearch } from './dashboard-search.ts'

export const partsFor = (admin: boolean): readonly UsagePart[] => (admin ? usageParts : ownUsageParts)

/** What the parts were asked for by: what is drawn of them is of this, whatever is asked for by now. */
export type Breakdown = UsageBreakdown & { by: UsagePart; frame: UsageFrame; username: string | undefined }

type Asked = { frame: UsageFrame; admin: boolean; measure: Measure; search: DashboardSearch }

/** Who or what cost most over the range, beside as long a time before. */
export const useBreakdown = ({ frame, admin, measure, search }: Asked) => {
  const language = useLanguage()
  const by = partsFor(admin).find((part) => part === search.by) ?? 'model'
  const username = admin ? search.username : undefined
  const { start, end } = frame
  const query = usePageQuery<Breakdown>({
    queryKey: [resourceOf(logs.breakdown), 'by', by, admin, start, end, measure, username, language],
    queryFn: async ({ signal }) => {
      const asked = { start_timestamp: String(start), end_timestamp: String(end), measure }
      const ownPart = ownUsageParts.find((part) => part === by) ?? 'model'
      const found = admin
        ? await call(logs.breakdown, { query: { ...asked, by, username: username ?? '' } }, { signal })
        : await call(logs.breakdownSelf, { query: { ...asked, by: ownPart } }, { signal })
      return { ...found, by, frame, username }
    },
    placeholderData: (previous) => previous,
  })
  return { by, query }
}
