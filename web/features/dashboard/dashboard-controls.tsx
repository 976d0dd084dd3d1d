import { Undo2 } from 'lucide-react'
import { useId } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import type { Measure } from '../../pieces/usage/usage-series.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Select } from '../../ui/select.tsx'
import { rangesFor, stepOfMoments, stepsFor, type View } from './dashboard-range.ts'
import type { DashboardSearch } from './dashboard-search.ts'

type DashboardControlsProps = {
  admin: boolean
  view: View
  zone: string
  measure: Measure
  username: string
  onChange(changed: DashboardSearch): void
}

/** What the dashboard tells of: a time, its steps, what is counted, and whose. */
export function DashboardControls({ admin, view, zone, measure, username, onChange }: DashboardControlsProps) {
  const t = useText('dashboard')
  return (
    <div className="flex flex-wrap items-center gap-2">
      <RangeControl admin={admin} view={view} zone={zone} onChange={onChange} />
      <StepControl view={view} onChange={onChange} />
      <Select
        className="w-34"
        label={t('measure')}
        value={measure}
        choices={[
          { value: 'quota', label: t('cost') },
          { value: 'count', label: t('requests') },
          { value: 'token_used', label: t('tokens') },
        ]}
        onChange={(value) => onChange({ measure: value ?? undefined })}
      />
      {admin && (
        <SearchInput
          className="w-full sm:w-44"
          label={t('username')}
          value={username}
          onSearch={(name) => onChange({ username: name === '' ? undefined : name })}
        />
      )}
    </div>
  )
}

function StepControl({ view, onChange }: Pick<DashboardControlsProps, 'view' | 'onChange'>) {
  const t = useText('dashboard')
  const whyId = useId()
  const steps = stepsFor(view)
  const isAlone = steps.length === 1
  return (
    <span title={isAlone ? t('stepAlone') : undefined}>
      <Select
        className="w-34"
        label={t('step')}
        value={view.step}
        disabled={isAlone}
        aria-describedby={isAlone ? whyId : undefined}
        choices={steps.map((value) => ({ value, label: t(`step.${value}`) }))}
        onChange={(value) => onChange({ step: value ?? undefined })}
      />
      <span id={whyId} hidden>
        {isAlone && t('stepAlone')}
      </span>
    </span>
  )
}

/** Stands among the ranges as long as the chart was narrowed to a time of its own. */
const narrowed = 'narrowed'

type RangeControlProps = Pick<DashboardControlsProps, 'admin' | 'view' | 'zone' | 'onChange'>

function RangeControl({ admin, view: { range, moments }, zone, onChange }: RangeControlProps) {
  const t = useText('dashboard')
  const format = useFormat()
  const ranges = rangesFor(admin).map((value) => ({ value, label: t(`range${value}`) }))
  const widen = (chosen: typeof range) =>
    onChange({ range: chosen, step: undefined, start_timestamp: undefined, end_timestamp: undefined })
  if (moments === undefined) {
    return (
      <Select
        className="w-38"
        label={t('range')}
        value={range}
        choices={ranges}
        onChange={(value) => onChange({ range: value ?? undefined })}
      />
    )
  }
  const { start, end } = moments
  const label = format.calendar(zone).label(stepOfMoments(moments, zone), start, end + 1)
  return (
    <>
      <Select
        className="w-72 max-w-full"
        label={t('range')}
        value={narrowed}
        choices={[{ value: narrowed, label }, ...ranges]}
        onChange={(value) => value !== null && value !== narrowed && widen(value)}
      />
      <IconButton
        tone="framed"
        label={t('widen', { range: t(`range${range}`) })}
        icon={<Undo2 />}
        onClick={() => widen(range)}
      />
    </>
  )
}
