import { Link } from '@tanstack/react-router'
import { logTypes } from '#contract/log-types.ts'
import { logs, type ToppedUp } from '#contract/logs.ts'
import type { UsageFrame } from '#contract/usage-calendar.ts'
import { call } from '../../lib/api.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { usePageQuery } from '../../lib/page-query.ts'
import { resourceOf } from '../../lib/query.ts'
import { UsageChange } from '../../pieces/usage/usage-change.tsx'
import { Sparkline } from '../../ui/charts/sparkline.tsx'
import { ErrorLine } from '../../ui/error-state.tsx'
import { Stat } from '../../ui/stat.tsx'

/** What it was asked for by: the way to its entries is of this, whatever is asked for by now. */
type Asked = { frame: UsageFrame; username: string | undefined }
type Answer = ToppedUp & Asked

/** How much came in over the range, beside as long a time before; it leads to the entries. */
export function ToppedUpStat({ frame, username }: Asked) {
  const t = useText('dashboard')
  const format = useFormat()
  const { start, end } = frame
  const { data, isError, refetch } = usePageQuery<Answer>({
    queryKey: [resourceOf(logs.toppedUp), 'topped up', start, end, username],
    queryFn: async ({ signal }) => {
      const query = { start_timestamp: String(start), end_timestamp: String(end), username: username ?? '' }
      return { ...(await call(logs.toppedUp, { query }, { signal })), frame, username }
    },
    placeholderData: (previous) => previous,
  })
  const unknown = isError ? '–' : undefined
  return (
    <Stat
      label={t('toppedUp')}
      aside={data && <Sparkline values={data.over} />}
      value={data === undefined ? unknown : format.quota(data.quota)}
      hint={data ? <Entries of={data} /> : isError ? <ErrorLine onRetry={() => void refetch()} /> : '\u00a0'}
      className="max-lg:col-span-2"
    />
  )
}

function Entries({ of: { quota, count, before, frame, username } }: { of: Answer }) {
  const t = useText('dashboard')
  return (
    <span className="flex flex-wrap gap-x-3">
      <Link
        to="/log"
        search={{ type: `${logTypes.recharge}`, start_timestamp: frame.start, end_timestamp: frame.end, username }}
        className="underline-offset-2 hover:underline"
      >
        {t('topUps', { count })}
      </Link>
      <span>
        <UsageChange now={quota} before={before.quota} than />
      </span>
    </span>
  )
}
