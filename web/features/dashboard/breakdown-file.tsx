import type { UsageTimes } from '#contract/logs.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import type { Measure } from '../../pieces/usage/usage-series.ts'
import { type TableColumn, TableFile } from '../../ui/table-file.tsx'
import { partName } from './breakdown-name.tsx'
import type { Breakdown } from './use-breakdown.ts'

type Part = Breakdown['items'][number]
type BreakdownFileProps = { breakdown: Breakdown; measure: Measure }

/** The table of who costs what as a file: times in seconds, shares and changes as parts of one. */
export function BreakdownFile({ breakdown, measure }: BreakdownFileProps) {
  const t = useText('dashboard')
  const format = useFormat()
  const { by, items, total } = breakdown
  const isTimed = total.p50_ms !== undefined
  const columns: Pick<TableColumn<Part>, 'label' | 'plain'>[] = [
    { label: t(`by.${by}`), plain: (item) => partName(by, item, t) },
    ...(by === 'token' ? [{ label: t('by.user'), plain: ({ username }: Part) => username }] : []),
    { label: t('cost'), plain: ({ quota }) => ({ quota }) },
    { label: t('share'), plain: (item) => shareOf(item[measure], total[measure]) },
    { label: t('requests'), plain: ({ count }) => count },
    ...(by === 'user' ? [{ label: t('failed'), plain: ({ failed }: Part) => failed }] : []),
    { label: t('tokens'), plain: ({ token_used: tokens }) => tokens },
    ...(isTimed
      ? [
          { label: t('timeMedian'), plain: ({ p50_ms: time }: Part) => secondsOf(time) },
          {
            label: t('timeMost', { share: format.percent(0.95) }),
            plain: ({ p95_ms: time }: Part) => secondsOf(time),
          },
        ]
      : []),
    { label: t('change'), plain: (item) => shareOf(item[measure] - item.before[measure], item.before[measure]) },
  ]
  return <TableFile name={`usage-by-${by}`} columns={columns} rows={items} />
}

const shareOf = (part: number, whole: number): number | undefined => (whole === 0 ? undefined : part / whole)

const secondsOf = (milliseconds: UsageTimes['p50_ms']): number | undefined =>
  milliseconds === undefined || milliseconds === null ? undefined : milliseconds / 1000
