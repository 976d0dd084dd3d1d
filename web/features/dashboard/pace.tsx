import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { usePageQuery } from '../../lib/page-query.ts'
import { selfQuery } from '../../lib/self.ts'
import { lastingDays } from '../../pieces/usage/lasting-days.ts'
import { ErrorLine } from '../../ui/error-state.tsx'
import type { Breakdown } from './use-breakdown.ts'

type PaceProps = { breakdown: Breakdown | undefined }

/** What is left of the own quota, and how long it lasts where it goes on like in this time. */
export function Pace({ breakdown }: PaceProps) {
  const t = useText('dashboard')
  const format = useFormat()
  const { data: self, isError, refetch } = usePageQuery(selfQuery())
  if (self === undefined) return isError ? <ErrorLine onRetry={() => void refetch()} /> : ' '
  const balance = format.quota(self.quota)
  const days = breakdown && lastingDays(self.quota, { quota: breakdown.total.quota, frame: breakdown.frame })
  return days === undefined ? t('balance', { balance }) : t('balanceLasts', { balance, count: days })
}
