import { useState } from 'react'
import { logs, type UsageTimes } from '#contract/logs.ts'
import { stepStart, zoneChanges } from '#contract/usage-calendar.ts'
import { callWhole } from '../../lib/api.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { usePageQuery } from '../../lib/page-query.ts'
import { resourceOf } from '../../lib/query.ts'
import { serverSeconds } from '../../lib/server-time.ts'
import { CardSection } from '../../ui/card.tsx'
import { LoadingChart } from '../../ui/charts/loading-chart.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { useAnswerTime } from './answer-time.ts'
import { FailedShare } from './failed-share.tsx'
import { lastingDays } from './lasting-days.ts'
import { UsageChange } from './usage-change.tsx'
import { UsageChart } from './usage-chart.tsx'
import type { Usage, UsageOf } from './usage-series.ts'

const shownDays = 7
const daySeconds = 86_400

type UsageDaysProps = {
  of: UsageOf
  /** What is left to be spent; without it there is no limit, or nothing is spent by it. */
  left?: number | undefined
}

/** What went through something in the last days, by model, and how much of it failed; of a token for its owner. */
export function UsageDays({ of, left }: UsageDaysProps) {
  const t = useText('dashboard')
  const [end] = useState(serverSeconds)
  const query = usePageQuery<Days>({
    queryKey: [resourceOf(logs.usage), 'days', of, end],
    queryFn: ({ signal }) => readDays(of, end, signal),
  })
  const usage = query.data?.usage
  return (
    <CardSection
      title={t('lastDays', { count: shownDays })}
      // A line that is still empty.
      description={query.data ? <DaysSummary {...query.data} left={left} /> : '\u00a0'}
    >
      {query.error && !usage ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : usage === undefined ? (
        <LoadingChart />
      ) : usage.points.length === 0 ? (
        <Empty kind="match" title={t('nothing')} />
      ) : (
        <UsageChart usage={usage} measure="count" isOld={false} />
      )}
    </CardSection>
  )
}

/** Beside what went through it in as long a time before; how long its answers took is known of channels. */
type Days = { usage: Usage; before: number; times: UsageTimes }

function DaysSummary({ usage, before, times, left }: Days & Pick<UsageDaysProps, 'left'>) {
  const t = useText('dashboard')
  const format = useFormat()
  const answerTime = useAnswerTime()
  const quota = usage.points.reduce((sum, point) => sum + point.quota, 0)
  const days = left === undefined ? undefined : lastingDays(left, { quota, frame: usage.frame })
  return (
    <span className="flex flex-wrap gap-x-4">
      <span>
        <UsageChange now={callsIn(usage)} before={before} than />
      </span>
      <span>
        <FailedShare usage={usage} />
      </span>
      {days !== undefined && <span>{t('leftLasts', { count: days })}</span>}
      {times.p50_ms !== undefined && (
        <span>
          {t('times', {
            median: answerTime(times.p50_ms),
            share: format.percent(0.95),
            most: answerTime(times.p95_ms),
          })}
        </span>
      )}
    </span>
  )
}

const callsIn = ({ points }: Pick<Usage, 'points'>): number => points.reduce((sum, { count }) => sum + count, 0)

const callUsage = (
  { username = '', channel, token_id: token }: UsageOf,
  asked: { start_timestamp: string; end_timestamp: string; default_time: 'day'; zone: string },
  signal: AbortSignal,
) => {
  if (token !== undefined)
    return callWhole(logs.usageSelf, { query: { ...asked, token_id: String(token) } }, { signal })
  const ofChannel = channel === undefined ? {} : { channel: String(channel) }
  return callWhole(logs.usage, { query: { ...asked, username, ...ofChannel } }, { signal })
}

/** Whole days of whoever looks, of which today is the last. */
const readDays = async (of: UsageOf, end: number, signal: AbortSignal): Promise<Days> => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const first = end - (shownDays - 1) * daySeconds
  const start = stepStart(first, 'day', zoneChanges(zone, first - daySeconds, end))
  const read = async (from: number, to: number) => {
    const asked = { start_timestamp: String(from), end_timestamp: String(to), default_time: 'day', zone } as const
    const { data, beside } = await callUsage(of, asked, signal)
    const { frame, failed, ...times } = beside
    return { usage: { frame, points: data, failed, of }, times }
  }
  const [{ usage, times }, earlier] = await Promise.all([read(start, end), read(start - (end - start), start - 1)])
  return { usage, before: callsIn(earlier.usage), times }
}
