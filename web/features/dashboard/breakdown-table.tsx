import clsx from 'clsx'
import type { UsageShare } from '#contract/logs.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { useAnswerTime } from '../../pieces/usage/answer-time.ts'
import { UsageChange } from '../../pieces/usage/usage-change.tsx'
import type { Measure } from '../../pieces/usage/usage-series.ts'
import { Mark } from '../../ui/mark.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { BreakdownName, partName } from './breakdown-name.tsx'
import { FailedOfUser } from './failed-of-user.tsx'
import type { Breakdown } from './use-breakdown.ts'

type BreakdownTableProps = { breakdown: Breakdown; measure: Measure }

/** Those that cost most, each with a bar for its share, what it did in the time before, and the ways to it and its log entries. */
export function BreakdownTable({ breakdown, measure }: BreakdownTableProps) {
  const t = useText('dashboard')
  const format = useFormat()
  const answerTime = useAnswerTime()
  const { by, frame, items, parts, total } = breakdown
  // Of users, tokens and groups it is not counted.
  const isTimed = total.p50_ms !== undefined
  const columns = [
    ...(['cost', 'share', 'requests'] as const),
    ...(by === 'user' ? (['failed'] as const) : []),
    'tokens' as const,
    ...(isTimed ? timeColumns : []),
    'change' as const,
  ]
  const largest = Math.max(...items.map((item) => item[measure]), 1)
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a section with a name would be one landmark more */}
      <div
        role="group"
        aria-label={t(`by.${by}`)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto print:overflow-visible"
      >
        <table className="w-full text-[13px] print:wrap-anywhere">
          <caption className="sr-only">{t(`by.${by}`)}</caption>
          <thead>
            <tr className="border-b text-xs text-muted">
              <th scope="col" className={`${cell} text-left font-medium`}>
                {t(`by.${by}`)}
              </th>
              {columns.map((name) => (
                <th
                  key={name}
                  scope="col"
                  className={`${cell} text-right font-medium whitespace-nowrap print:whitespace-normal`}
                >
                  {name === 'timeMost' ? t(name, { share: format.percent(0.95) }) : t(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <tr key={item.key} className="border-b last:border-b-0">
                <th scope="row" className={`${cell} min-w-44 text-left print:min-w-0 font-medium break-all`}>
                  <MarkedName breakdown={breakdown} item={item} />
                  <span
                    aria-hidden="true"
                    className="mt-1 block h-1 rounded-full bg-brand"
                    style={{ width: `${Math.max(1, (item[measure] / largest) * 100)}%` }}
                  />
                </th>
                <td className={`${cell} text-right`}>{format.quota(item.quota)}</td>
                <td className={`${cell} text-right`}>
                  {total[measure] === 0 ? '–' : format.percent(item[measure] / total[measure])}
                </td>
                <td className={`${cell} text-right`}>{format.number(item.count)}</td>
                {by === 'user' && (
                  <td className={`${cell} text-right`}>
                    <FailedOfUser item={item} frame={frame} />
                  </td>
                )}
                <td className={`${cell} text-right`}>{format.compact(item.token_used)}</td>
                {isTimed && (
                  <>
                    <td className={`${cell} text-right whitespace-nowrap print:whitespace-normal`}>
                      {answerTime(item.p50_ms)}
                    </td>
                    <td className={`${cell} text-right whitespace-nowrap print:whitespace-normal`}>
                      {answerTime(item.p95_ms)}
                    </td>
                  </>
                )}
                <td className={`${cell} text-right whitespace-nowrap print:whitespace-normal`}>
                  <UsageChange now={item[measure]} before={item.before[measure]} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {parts > items.length && (
        <p className="pt-2 text-xs text-muted">{t('moreParts', { count: parts - items.length })}</p>
      )}
      {isTimed && <p className="pt-2 text-xs text-muted">{t('timesNote', { share: format.percent(0.1) })}</p>}
    </>
  )
}

type MarkedNameProps = { breakdown: Breakdown; item: UsageShare }

function MarkedName({ breakdown, item }: MarkedNameProps) {
  const t = useText('dashboard')
  const name = <BreakdownName breakdown={breakdown} item={item} />
  if (!item.mark) return name
  return (
    <span className="flex items-center gap-2">
      <Mark mark={item.mark} label={partName(breakdown.by, item, t)} size={18} />
      <span className="min-w-0">{name}</span>
    </span>
  )
}

/** Where its head and its rows will be. */
export function LoadingBreakdown() {
  return (
    <div aria-busy>
      {rowsDrawn.map((row) => (
        <div
          key={row}
          className={clsx(
            'flex items-center justify-between gap-4 border-b last:border-b-0',
            row === 0 ? 'h-8.5' : 'h-11',
          )}
        >
          <Skeleton className={row === 0 ? 'h-3 w-16' : 'h-4 w-44'} />
          {figuresDrawn.map((width) => (
            <Skeleton key={width} className={clsx('h-3 max-sm:hidden', width)} />
          ))}
        </div>
      ))}
    </div>
  )
}

const rowsDrawn = [0, 1, 2, 3, 4, 5]
const figuresDrawn = ['w-10', 'w-12', 'w-14', 'w-16']

const timeColumns = ['timeMedian', 'timeMost'] as const

const cell = 'px-2 py-2 first:pl-0 last:pr-0'
