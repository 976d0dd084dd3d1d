import { Link } from '@tanstack/react-router'
import type { UsageFrame } from '#contract/usage-calendar.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import type { Measure, ModelUsage } from './usage-series.ts'

type ModelTableProps = {
  models: readonly ModelUsage[]
  measure: Measure
  frame: UsageFrame
  username: string | undefined
}

/** Every model with what it adds up to, leading to its log entries. */
export function ModelTable({ models, measure, frame, username }: ModelTableProps) {
  const t = useText('dashboard')
  const format = useFormat()
  const whole = models.reduce((sum, model) => sum + model[measure], 0)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section with a name would be one landmark more
    <div
      role="group"
      aria-label={t('models')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="overflow-x-auto"
    >
      <table className="w-full text-[13px]">
        <caption className="sr-only">{t('models')}</caption>
        <thead>
          <tr className="border-b text-xs text-muted">
            <th scope="col" className={`${cell} text-left font-medium`}>
              {t('model')}
            </th>
            {(['requests', 'tokens', 'cost', 'share'] as const).map((name) => (
              <th key={name} scope="col" className={`${cell} text-right font-medium whitespace-nowrap`}>
                {t(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {models.map((model) => (
            <tr key={model.model} className="border-b last:border-b-0">
              <th scope="row" className={`${cell} text-left font-medium break-all`}>
                <Link
                  to="/log"
                  search={{ model_name: model.model, start_timestamp: frame.start, end_timestamp: frame.end, username }}
                  className="underline-offset-2 hover:underline"
                >
                  {model.model}
                </Link>
              </th>
              <td className={`${cell} text-right`}>{format.number(model.count)}</td>
              <td className={`${cell} text-right`}>{format.compact(model.token_used)}</td>
              <td className={`${cell} text-right`}>{format.quota(model.quota)}</td>
              <td className={`${cell} text-right`}>{whole === 0 ? '–' : format.percent(model[measure] / whole)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const cell = 'px-2 py-2 first:pl-0 last:pr-0'
