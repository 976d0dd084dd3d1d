import { useText } from '../../lib/i18n.ts'
import type { Measure } from '../../pieces/usage/usage-series.ts'
import { SearchInput } from '../../ui/search-input.tsx'
import { Select } from '../../ui/select.tsx'
import { rangesFor, stepsFor, type View } from './dashboard-range.ts'
import type { DashboardSearch } from './dashboard-search.ts'

type DashboardControlsProps = {
  admin: boolean
  view: View
  measure: Measure
  username: string
  onChange(changed: DashboardSearch): void
}

/** What the dashboard tells of: a time, its steps, what is counted, and whose. */
export function DashboardControls({
  admin,
  view: { range, step },
  measure,
  username,
  onChange,
}: DashboardControlsProps) {
  const t = useText('dashboard')
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        className="w-38"
        label={t('range')}
        value={range}
        choices={rangesFor(admin).map((value) => ({ value, label: t(`range${value}`) }))}
        onChange={(value) => onChange({ range: value ?? undefined })}
      />
      <Select
        className="w-34"
        label={t('step')}
        value={step}
        choices={stepsFor(range).map((value) => ({ value, label: t(`step.${value}`) }))}
        onChange={(value) => onChange({ step: value ?? undefined })}
      />
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
