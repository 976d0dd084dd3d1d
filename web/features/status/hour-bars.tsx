import clsx from 'clsx'
import type { ModelState } from '#contract/model-status.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'

const colours: Readonly<Record<ModelState, string>> = {
  none: 'bg-line',
  up: 'bg-ok',
  degraded: 'bg-warn',
  down: 'bg-bad',
}

/** One bar an hour, the current one last; read out as a list of the hours that say something. */
export function HourBars({ model, hours, since }: { model: string; hours: readonly ModelState[]; since: number }) {
  const t = useText('status')
  const format = useFormat()
  return (
    <ol aria-label={t('hoursOf', { model })} className="flex h-8 gap-0.5 sm:gap-1">
      {hours.map((state, index) => {
        const begun = since + index * 3600
        const words = t('hour', { time: format.dateTime(begun), state: t(`state.${state}`) })
        return (
          <li key={begun} title={words} className={clsx('min-w-0 flex-1 rounded-sm', colours[state])}>
            <span className="sr-only">{words}</span>
          </li>
        )
      })}
    </ol>
  )
}
