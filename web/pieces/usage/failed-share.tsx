import { Link } from '@tanstack/react-router'
import { logTypes } from '#contract/log-types.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { loggedTime } from './logged-time.ts'
import type { Usage } from './usage-series.ts'

/** How many calls came to nothing beside those that were charged, and of how many in all; it leads to them. */
export function FailedShare({ usage }: { usage: Usage }) {
  const t = useText('dashboard')
  const format = useFormat()
  const { failed, frame, points, of } = usage
  if (failed === 0) return t('failedNone')
  const all = failed + points.reduce((sum, point) => sum + point.count, 0)
  return (
    <Link
      to="/log"
      search={{ type: `${logTypes.failed}`, ...loggedTime(frame), ...of }}
      className="underline-offset-2 hover:underline"
    >
      {t('failedShare', { count: format.number(failed), share: format.percent(failed / all), all: format.number(all) })}
    </Link>
  )
}
