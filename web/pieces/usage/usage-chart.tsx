import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { ChartFrame } from '../../ui/charts/chart-frame.tsx'
import type { Slot } from '../../ui/charts/model.ts'
import { StackedBars } from '../../ui/charts/stacked-bars.tsx'
import { useReading } from '../../ui/charts/use-reading.ts'
import { loggedTime } from './logged-time.ts'
import { type Measure, type Usage, usageChart } from './usage-series.ts'

type UsageChartProps = {
  usage: Usage
  measure: Measure
  isOld: boolean
  /** Where the page can be narrowed to a time: called with several steps that are read, whose entries are opened otherwise. */
  onNarrow?: (slot: Slot) => void
}

/** Use over time by model, leading to the log entries of what is read. */
export function UsageChart({ usage, measure, isOld, onNarrow }: UsageChartProps) {
  const t = useText('dashboard')
  const format = useFormat()
  const navigate = useNavigate()
  const rest = t('otherModels')
  const model = useMemo(() => usageChart(usage, measure, format, rest), [usage, measure, format, rest])
  const { frame, of } = usage
  const open = (slot: Slot | undefined) => {
    const time = slot === undefined ? frame : { start: slot.start, end: slot.end - 1 }
    void navigate({ to: '/log', search: { ...loggedTime(time), ...of } })
  }
  const reading = useReading(model, open, onNarrow)
  return (
    <ChartFrame
      label={t('chartLabel')}
      fileName={`usage-${measure}`}
      whole={t('wholeRange')}
      model={model}
      read={reading.read}
      isOld={isOld}
      openLabel={t('openEntries')}
      onOpen={open}
    >
      <StackedBars label={t('chartLabel')} whole={t('wholeRange')} model={model} reading={reading} />
    </ChartFrame>
  )
}
