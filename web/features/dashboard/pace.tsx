import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { usePageQuery } from '../../lib/page-query.ts'
import { selfQuery } from '../../lib/self.ts'
import { ErrorLine } from '../../ui/error-state.tsx'
import type { Breakdown } from './use-breakdown.ts'

const secondsPerDay = 86_400
/** Longer than that nobody plans by it. */
const mostDays = 3650

type PaceProps = { breakdown: Breakdown | undefined }

/** What is left of the own quota, and how long it lasts where it goes on like in this time. */
export function Pace({ breakdown }: PaceProps) {
  const t = useText('dashboard')
  const format = useFormat()
  const { data: self, isError, refetch } = usePageQuery(selfQuery())
  if (self === undefined) return isError ? <ErrorLine onRetry={() => void refetch()} /> : ' '
  const balance = format.quota(self.quota)
  const days = breakdown && lastingDays(self.quota, breakdown)
  return days === undefined ? t('balance', { balance }) : t('balanceLasts', { balance, count: days })
}

/** Undefined where nothing was spent, or nothing is left. */
const lastingDays = (quota: number, { total, frame }: Breakdown): number | undefined => {
  if (total.quota <= 0 || quota <= 0) return undefined
  const days = Math.floor(quota / (total.quota / ((frame.end - frame.start) / secondsPerDay)))
  return days > mostDays ? undefined : days
}
