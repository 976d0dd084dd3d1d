import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { StackedBars, seriesColour } from '../../ui/charts/stacked-bars.tsx'
import type { UsageBar } from './usage-series.ts'

type UsageChartProps = {
  bars: readonly UsageBar[]
  models: readonly string[]
  /** Seconds of one bar. */
  seconds: number
  format: (value: number) => string
  username: string | undefined
}

/** Use over time by model. What a bar is made of is told below it, and leads to its log entries. */
export function UsageChart({ bars, models, seconds, format, username }: UsageChartProps) {
  const t = useText('dashboard')
  const formats = useFormat()
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<number | undefined>()
  const selected = Math.min(chosen ?? bars.length - 1, bars.length - 1)
  const label = (start: number) => (seconds < 86_400 ? formats.dateTime(start).slice(0, -3) : formats.date(start))
  const names = [...models, t('otherModels')]
  const bar = bars[selected]
  const open = (index: number) => {
    const at = bars[index]
    if (at === undefined) return
    const range = { start_timestamp: at.start, end_timestamp: at.start + seconds - 1 }
    void navigate({ to: '/log', search: { ...range, username } })
  }
  return (
    <div className="grid gap-4">
      <StackedBars
        label={t('chartLabel')}
        bars={bars.map(({ start, values }) => ({ label: label(start), values }))}
        format={format}
        selected={selected}
        onSelect={setChosen}
        onOpen={open}
      />
      {bar && (
        <div className="grid gap-2 text-[13px]">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <span>
              <span className="text-muted">{label(bar.start)}</span>{' '}
              <strong className="font-semibold">{format(bar.values.reduce((sum, value) => sum + value, 0))}</strong>
            </span>
            <Button size="sm" onClick={() => open(selected)}>
              {t('openEntries')}
            </Button>
          </div>
          <ul className="flex flex-wrap gap-x-4 gap-y-1">
            {names.map((name, part) =>
              part === models.length && (bar.values[part] ?? 0) === 0 ? null : (
                <li key={name} className="flex min-w-0 items-center gap-1.5">
                  <span
                    aria-hidden
                    className="size-2.5 shrink-0 rounded-sm"
                    style={{ background: seriesColour(part) }}
                  />
                  <span className="truncate text-muted">{name}</span>
                  <span>{bar.values[part] ? format(bar.values[part]) : '–'}</span>
                </li>
              ),
            )}
          </ul>
        </div>
      )}
    </div>
  )
}
