import { Link } from '@tanstack/react-router'
import { channelHealth, type NotWorking } from '#contract/channel-health.ts'
import { channelStatuses } from '#contract/channels.ts'
import { useText, withTexts } from '../../lib/i18n.ts'
import { knownOf } from '../../lib/known.ts'
import { pagePart } from '../../lib/lazy-part.tsx'
import { usePageQuery } from '../../lib/page-query.ts'
import { endpointQuery } from '../../lib/query.ts'
import { Boundary } from '../../ui/boundary.tsx'
import { CardSection } from '../../ui/card.tsx'
import { ErrorLine } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const NotWorkingRows = pagePart(() => withTexts('channels', import('./not-working-rows.tsx')), 'NotWorkingRows')

/** Rests are over within seconds or minutes, and what tells of them should not outlast them by much. */
const halfMinute = 30_000

/** Which channels get no calls now, and why: a line where all is well, so that nothing moves when it comes. */
export function ChannelsNotWorking() {
  const t = useText('dashboard')
  const known = knownOf(usePageQuery({ ...endpointQuery(channelHealth.notWorking), refetchInterval: halfMinute }))
  if (known.state === 'loading') return <Skeleton className="h-5 w-64" />
  if (known.state === 'failed') return <ErrorLine onRetry={known.retry} title={t('notWorkingUnknown')} />
  const { disabled, auto_disabled: automatic, resting } = known.value
  if (automatic.total + resting.total === 0) {
    return (
      <p className="flex flex-wrap gap-x-3 text-[13px] text-muted">
        {t('notWorkingNone')}
        {disabled > 0 && <DisabledByHand count={disabled} />}
      </p>
    )
  }
  return (
    <CardSection title={t('notWorking')} aside={<Counts of={known.value} />}>
      <Boundary loading={<Skeleton className="h-11 w-full" />}>
        <NotWorkingRows of={known.value} />
      </Boundary>
    </CardSection>
  )
}

function Counts({ of: { disabled, auto_disabled: automatic, resting } }: { of: NotWorking }) {
  const t = useText('dashboard')
  return (
    <p className="flex flex-wrap gap-x-3 text-[13px] text-muted">
      {automatic.total > 0 && (
        <Link to="/channel" search={{ status: `${channelStatuses.autoDisabled}` }} className={linkClass}>
          {t('notWorkingAutomatic', { count: automatic.total })}
        </Link>
      )}
      {resting.total > 0 && <span>{t('notWorkingResting', { count: resting.total })}</span>}
      {disabled > 0 && <DisabledByHand count={disabled} />}
    </p>
  )
}

function DisabledByHand({ count }: { count: number }) {
  const t = useText('dashboard')
  return (
    <Link to="/channel" search={{ status: `${channelStatuses.disabled}` }} className={linkClass}>
      {t('notWorkingByHand', { count })}
    </Link>
  )
}

const linkClass = 'underline underline-offset-2 hover:text-fg'
