import { type BreakerState, channelHealth } from '#contract/channel-health.ts'
import { useFormat } from '../../../lib/format.ts'
import { useText } from '../../../lib/i18n.ts'
import { usePageQuery } from '../../../lib/page-query.ts'
import { endpointQuery } from '../../../lib/query.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Fact } from '../../../ui/facts.tsx'

const looks = {
  healthy: { tone: 'ok', label: 'conditionClosed' },
  unsteady: { tone: 'warn', label: 'conditionUnsteady' },
  failing: { tone: 'bad', label: 'conditionFailing' },
  unknown: { tone: 'muted', label: 'conditionUnknown' },
  open: { tone: 'bad', label: 'conditionOpen' },
  half_open: { tone: 'warn', label: 'conditionHalfOpen' },
} as const

/** Calls may go there as long as nothing rests: whether they go well is another question. */
const lookOf = (state: BreakerState, rate: number | null) => {
  if (state !== 'closed') return looks[state]
  if (rate === null) return looks.unknown
  if (rate === 0) return looks.failing
  return rate < 0.5 ? looks.unsteady : looks.healthy
}

/** How calls through a channel have been going lately; nothing until that is known. */
export const useCondition = (id: number): readonly Fact[] => {
  const t = useText('channels')
  const format = useFormat()
  const { data, isError, refetch } = usePageQuery(
    endpointQuery(channelHealth.read, { query: { channel_id: String(id) } }),
  )
  if (data === undefined && isError)
    return [{ id: 'condition', label: t('condition'), value: <NotLoaded onRetry={() => void refetch()} /> }]
  const condition = data?.channels.find(({ channel_id }) => channel_id === id)
  if (!condition) return []
  const { state, rests_until: until, successes, failures, success_rate: rate, latency_ms: latency } = condition
  const look = lookOf(state, rate)
  return [
    {
      ...{ id: 'condition', label: t('condition') },
      value: (
        <span className="flex flex-wrap items-center gap-2">
          <Badge tone={look.tone} dot>
            {t(look.label)}
          </Badge>
          {state === 'open' && until > 0 && t('conditionUntil', { time: format.dateTime(until) })}
        </span>
      ),
    },
    {
      ...{ id: 'rate', label: t('conditionRate') },
      value: (
        <>
          {rate === null ? '–' : format.percent(rate)}{' '}
          <span className="text-muted">{t('conditionCalls', { count: successes + failures, failures })}</span>
        </>
      ),
    },
    { id: 'latency', label: t('conditionLatency'), value: latency === null ? '–' : format.latency(latency) },
  ]
}

function NotLoaded({ onRetry }: { onRetry(): void }) {
  const t = useText()
  return (
    <span role="alert" className="flex flex-wrap items-center gap-x-2 text-bad">
      {t('errorTitle')}
      <Button variant="link" size="inline" onClick={onRetry}>
        {t('retry')}
      </Button>
    </span>
  )
}
