import { Link } from '@tanstack/react-router'
import { logTypes } from '#contract/log-types.ts'
import type { UsageBreakdown } from '#contract/logs.ts'
import type { UsageFrame } from '#contract/usage-calendar.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { loggedTime } from '../../pieces/usage/logged-time.ts'

type FailedOfUserProps = { item: UsageBreakdown['items'][number]; frame: UsageFrame }

/** How many calls of a user came to nothing; it leads to them. */
export function FailedOfUser({ item: { failed = 0, name }, frame }: FailedOfUserProps) {
  const t = useText('dashboard')
  const format = useFormat()
  const count = format.number(failed)
  if (failed === 0 || name === '') return count
  return (
    <Link
      to="/log"
      search={{ type: `${logTypes.failed}`, username: name, ...loggedTime(frame) }}
      aria-label={t('failedOf', { count, name })}
      className="underline-offset-2 hover:underline"
    >
      {count}
    </Link>
  )
}
