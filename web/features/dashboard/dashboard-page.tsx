import { useNavigate, useSearch } from '@tanstack/react-router'
import { RefreshCw } from 'lucide-react'
import { type Formats, useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { CardSection } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Stat } from '../../ui/stat.tsx'
import { rangesFor, stepsFor } from './dashboard-range.ts'
import { type DashboardSearch, dashboardSearch } from './dashboard-search.ts'
import { ModelTable } from './model-table.tsx'
import { UsageChart } from './usage-chart.tsx'
import { type Measure, usageBars, usageByModel } from './usage-series.ts'
import { useUsage } from './use-usage.ts'

/** As many models have a colour of their own; all others share one. */
const mostNamed = 9

export function DashboardPage() {
  const t = useText('dashboard')
  const format = useFormat()
  const navigate = useNavigate()
  const search = dashboardSearch.parse(useSearch({ strict: false }))
  const { admin, range, step, frame, query, refresh } = useUsage(search)
  const measure = search.measure ?? 'quota'
  const change = (changed: DashboardSearch) => void navigate({ to: '.', search: { ...search, ...changed } })
  const points = query.data
  const models = points && usageByModel(points, measure)
  const named = (models ?? []).slice(0, mostNamed).map(({ model }) => model)
  const formatOf = { quota: costOf(format), count: format.number, token_used: format.compact }[measure]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PageHeader
        title={t('dashboard')}
        description={admin && !search.username ? t('ofEverybody') : search.username}
        actions={
          <IconButton
            tone="framed"
            label={t('refresh')}
            icon={<RefreshCw className={query.isFetching ? 'animate-spin' : undefined} />}
            onClick={refresh}
          />
        }
      />
      <div className="flex flex-wrap items-center gap-2">
        <Select
          className="w-38"
          label={t('range')}
          value={range}
          choices={rangesFor(admin).map((value) => ({ value, label: t(`range${value}`) }))}
          onChange={(value) => change({ range: value ?? undefined })}
        />
        <Select
          className="w-34"
          label={t('step')}
          value={step}
          choices={stepsFor(range).map((value) => ({ value, label: t(`step.${value}`) }))}
          onChange={(value) => change({ step: value ?? undefined })}
        />
        <Select
          className="w-34"
          label={t('measure')}
          value={measure}
          choices={[
            { value: 'quota', label: t('cost') },
            { value: 'count', label: t('requests') },
            { value: 'token_used', label: t('tokens') },
          ]}
          onChange={(value) => change({ measure: value ?? undefined })}
        />
        {admin && (
          <SearchInput
            className="w-full sm:w-44"
            label={t('username')}
            value={search.username ?? ''}
            onSearch={(username) => change({ username: username === '' ? undefined : username })}
          />
        )}
      </div>
      <Totals models={models} minutes={(frame.end - frame.start) / 60} />
      <CardSection title={t('overTime')}>
        {query.error && !points ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : points === undefined ? (
          <Skeleton className="h-64 w-full" />
        ) : points.length === 0 ? (
          <Empty kind="first" title={t('nothing')} hint={t('nothingHint')} />
        ) : (
          <UsageChart
            bars={usageBars(points, measure, named, frame)}
            models={named}
            seconds={frame.seconds}
            format={formatOf}
            username={search.username}
          />
        )}
      </CardSection>
      {models && models.length > 0 && (
        <CardSection title={t('models')}>
          <ModelTable models={models} measure={measure} start={frame.start} username={search.username} />
        </CardSection>
      )}
    </div>
  )
}

type TotalsProps = { models: ReturnType<typeof usageByModel> | undefined; minutes: number }

function Totals({ models, minutes }: TotalsProps) {
  const t = useText('dashboard')
  const format = useFormat()
  const sum = (of: Measure) => models?.reduce((total, model) => total + model[of], 0)
  const [quota, count, tokens] = [sum('quota'), sum('count'), sum('token_used')]
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Stat label={t('cost')} value={quota === undefined ? undefined : format.quota(quota)} />
      <Stat label={t('requests')} value={count === undefined ? undefined : format.number(count)} />
      <Stat label={t('tokens')} value={tokens === undefined ? undefined : format.compact(tokens)} />
      <Stat
        label={t('perMinute')}
        value={count === undefined ? undefined : (count / minutes).toFixed(2)}
        hint={
          tokens === undefined
            ? undefined
            : t('tokensPerMinute', { count: format.compact(Math.round(tokens / minutes)) })
        }
      />
    </div>
  )
}

/** What a model costs in an hour is often less than a cent. */
const costOf =
  (format: Formats) =>
  (quota: number): string => {
    const text = format.quota(quota)
    return quota > 0 && !/[1-9]/.test(text) ? format.cost(quota) : text
  }
