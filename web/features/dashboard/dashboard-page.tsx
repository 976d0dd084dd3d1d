import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import clsx from 'clsx'
import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { channelHealth } from '#contract/channel-health.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { refresh as refreshAnswers } from '../../lib/query.ts'
import { isRoot, useUser } from '../../lib/session.ts'
import { FailedShare } from '../../pieces/usage/failed-share.tsx'
import { UsageChange } from '../../pieces/usage/usage-change.tsx'
import { UsageChart } from '../../pieces/usage/usage-chart.tsx'
import { type Measure, type Usage, usageOverTime, usageRate } from '../../pieces/usage/usage-series.ts'
import { buttonClass } from '../../ui/button.tsx'
import { CardSection } from '../../ui/card.tsx'
import { LoadingChart } from '../../ui/charts/loading-chart.tsx'
import type { Slot } from '../../ui/charts/model.ts'
import { Sparkline } from '../../ui/charts/sparkline.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Stat } from '../../ui/stat.tsx'
import { BreakdownFile } from './breakdown-file.tsx'
import { BreakdownTable, LoadingBreakdown } from './breakdown-table.tsx'
import { ChannelsNotWorking } from './channels-not-working.tsx'
import { DashboardControls } from './dashboard-controls.tsx'
import { type DashboardSearch, dashboardSearch } from './dashboard-search.ts'
import { Pace } from './pace.tsx'
import { ToppedUpStat } from './topped-up.tsx'
import { type Breakdown, partsFor, useBreakdown } from './use-breakdown.ts'
import { useUsage } from './use-usage.ts'

export function DashboardPage() {
  const t = useText('dashboard')
  const navigate = useNavigate()
  const search = dashboardSearch.parse(useSearch({ strict: false }))
  const { admin, view, frame, query, refresh } = useUsage(search)
  const measure = search.measure ?? 'quota'
  const breakdown = useBreakdown({ frame, admin, measure, search })
  const change = (changed: DashboardSearch) => void navigate({ to: '.', search: { ...search, ...changed } })
  const narrow = ({ start, end }: Slot) =>
    // Its steps follow from how long it is; the range is what it is widened to again.
    change({ range: view.range, step: undefined, start_timestamp: start, end_timestamp: end - 1 })
  const usage = query.data
  const isOld = query.isPlaceholderData
  const hasBars = usage !== undefined && usage.points.length > 0
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PageHeader
        title={t('dashboard')}
        description={admin ? search.username || t('ofEverybody') : <Pace breakdown={breakdown.query.data} />}
        actions={
          <IconButton
            tone="framed"
            label={t('refresh')}
            icon={<RefreshCw className={query.isFetching ? 'animate-spin' : undefined} />}
            onClick={() => {
              refresh()
              if (admin) void refreshAnswers(channelHealth.notWorking)
            }}
          />
        }
      />
      <DashboardControls
        admin={admin}
        view={view}
        zone={frame.zone}
        measure={measure}
        username={search.username ?? ''}
        onChange={change}
      />
      <Totals
        usage={usage}
        failed={query.isError}
        breakdown={breakdown.query.data}
        isWaiting={query.isPending || breakdown.query.isPending}
        isOld={isOld}
      >
        {admin && <ToppedUpStat frame={frame} username={search.username} />}
      </Totals>
      {admin && <ChannelsNotWorking />}
      <CardSection
        title={t('overTime')}
        description={
          (hasBars || usage === undefined) && (
            <span className={clsx('pointer-coarse:hidden', !hasBars && 'invisible')}>{t('narrowHint')}</span>
          )
        }
      >
        {query.error && !usage ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : usage === undefined ? (
          <LoadingChart />
        ) : usage.points.length === 0 ? (
          <Empty kind="first" title={t('nothing')} hint={t('nothingHint')} action={<StartLink />} />
        ) : (
          <UsageChart usage={usage} measure={measure} isOld={isOld} onNarrow={narrow} />
        )}
      </CardSection>
      {breakdown.query.data?.items.length !== 0 && (
        <CardSection
          title={t('whoCosts')}
          aside={
            <div className="flex max-w-full items-center gap-2">
              <Segmented
                label={t('whoCosts')}
                value={breakdown.by}
                choices={partsFor(admin).map((value) => ({ value, label: t(`by.${value}`) }))}
                onChange={(by) => change({ by })}
              />
              {breakdown.query.data && <BreakdownFile breakdown={breakdown.query.data} measure={measure} />}
            </div>
          }
        >
          <Parts breakdown={breakdown} measure={measure} />
        </CardSection>
      )}
    </div>
  )
}

/** An installation that nobody calls yet is led to its first call. */
function StartLink() {
  const t = useText('dashboard')
  if (!isRoot(useUser())) return null
  return (
    <Link to="/start" className={buttonClass({ variant: 'primary' })}>
      {t('start')}
    </Link>
  )
}

type PartsProps = { breakdown: ReturnType<typeof useBreakdown>; measure: Measure }

function Parts({ breakdown: { query }, measure }: PartsProps) {
  if (query.error && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (query.data === undefined) return <LoadingBreakdown />
  return (
    <div aria-busy={query.isPlaceholderData} className={clsx(query.isPlaceholderData && 'opacity-50')}>
      <BreakdownTable breakdown={query.data} measure={measure} />
    </div>
  )
}

type TotalsProps = {
  usage: Usage | undefined
  failed: boolean
  breakdown: Breakdown | undefined
  /** Either of them is still to come. */
  isWaiting: boolean
  isOld: boolean
  /** A figure of administrators, after those of everybody. */
  children: ReactNode
}

/** What could not be loaded is a dash: the chart below says why. */
function Totals({ usage, failed, breakdown, isWaiting, isOld, children }: TotalsProps) {
  const t = useText('dashboard')
  const format = useFormat()
  const sum = (of: Measure) => usage?.points.reduce((total, point) => total + point[of], 0)
  const [quota, count, tokens] = [sum('quota'), sum('count'), sum('token_used')]
  const rate = usage && usageRate(usage)
  const unknown = failed ? '–' : undefined
  const shape = (of: Measure) => (usage ? <Sparkline values={usageOverTime(usage, of)} /> : isWaiting && sparklineRoom)
  const change = (of: Measure) =>
    breakdown && <UsageChange now={breakdown.total[of]} before={breakdown.before[of]} than />
  const room = isWaiting && hintRoom
  return (
    <div
      aria-busy={isOld}
      className={clsx(
        'grid grid-cols-2 gap-3 lg:grid-flow-col lg:auto-cols-fr lg:grid-cols-none',
        isOld && 'opacity-50',
      )}
    >
      <Stat
        label={t('cost')}
        aside={shape('quota')}
        value={quota === undefined ? unknown : format.quota(quota)}
        hint={change('quota') ?? room}
      />
      <Stat
        label={t('requests')}
        aside={shape('count')}
        value={count === undefined ? unknown : format.number(count)}
        hint={
          usage && !isWaiting ? (
            <Beside change={change('count')}>
              <FailedShare usage={usage} />
            </Beside>
          ) : (
            room
          )
        }
      />
      <Stat
        label={t('tokens')}
        aside={shape('token_used')}
        value={tokens === undefined ? unknown : format.compact(tokens)}
        hint={change('token_used') ?? room}
      />
      <Stat
        label={t(`calls.${rate?.per ?? 'hour'}`)}
        aside={shape('count')}
        value={rate ? <span data-rate>{format.rate(rate.count)}</span> : unknown}
        hint={
          rate && !isWaiting ? (
            <Beside change={change('count')}>
              <span data-rate>{t(`tokens.${rate.per}`, { count: format.compact(rate.tokens) })}</span>
            </Beside>
          ) : (
            isWaiting && highHintRoom
          )
        }
      />
      {children}
    </div>
  )
}

/** As large as a sparkline, where it will be. */
const sparklineRoom = <div className="h-5 w-14 shrink-0 max-sm:w-10" />
/** As high as what is told of a figure: on a phone it takes several lines. */
const hintRoom = <div className="h-4 max-sm:h-12" />
const highHintRoom = <div className="h-4 max-sm:h-16" />

/** What is told of a figure, and how it changed. */
function Beside({ change, children }: { change: ReactNode; children: ReactNode }) {
  return (
    <span className="flex flex-wrap gap-x-3">
      <span>{children}</span>
      {change && <span>{change}</span>}
    </span>
  )
}
