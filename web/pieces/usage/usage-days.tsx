import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { logs } from '#contract/logs.ts'
import { stepStart, zoneChanges } from '#contract/usage-calendar.ts'
import { callWhole } from '../../lib/api.ts'
import { useText } from '../../lib/i18n.ts'
import { resourceOf } from '../../lib/query.ts'
import { CardSection } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { FailedShare } from './failed-share.tsx'
import { UsageChart } from './usage-chart.tsx'
import type { Usage, UsageOf } from './usage-series.ts'

const shownDays = 7
const daySeconds = 86_400

/** What went through something in the last days, by model, and how much of it failed; for administrators. */
export function UsageDays({ of }: { of: UsageOf }) {
  const t = useText('dashboard')
  const [end] = useState(() => Math.floor(Date.now() / 1000))
  const query = useQuery<Usage>({
    queryKey: [resourceOf(logs.usage), 'days', of, end],
    queryFn: ({ signal }) => readDays(of, end, signal),
  })
  const usage = query.data
  return (
    <CardSection title={t('lastDays', { count: shownDays })} description={usage && <FailedShare usage={usage} />}>
      {query.error && !usage ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : usage === undefined ? (
        <Skeleton className="h-64 w-full" />
      ) : usage.points.length === 0 ? (
        <Empty kind="match" title={t('nothing')} />
      ) : (
        <UsageChart usage={usage} measure="count" isOld={false} />
      )}
    </CardSection>
  )
}

/** Whole days of whoever looks, of which today is the last. */
const readDays = async (of: UsageOf, end: number, signal: AbortSignal): Promise<Usage> => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const first = end - (shownDays - 1) * daySeconds
  const start = stepStart(first, 'day', zoneChanges(zone, first - daySeconds, end))
  const asked = { start_timestamp: String(start), end_timestamp: String(end), default_time: 'day', zone } as const
  const channel = of.channel === undefined ? {} : { channel: String(of.channel) }
  const { data, beside } = await callWhole(
    logs.usage,
    { query: { ...asked, username: of.username ?? '', ...channel } },
    { signal },
  )
  return { frame: beside.frame, points: data, failed: beside.failed, of }
}
