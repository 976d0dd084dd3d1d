import { useQuery } from '@tanstack/react-query'
import { CircleGauge, Search, X } from 'lucide-react'
import { models } from '#contract/models.ts'
import { useText } from '../../../lib/i18n.ts'
import { knownOf, mapKnown } from '../../../lib/known.ts'
import { endpointQuery } from '../../../lib/query.ts'
import { Button } from '../../../ui/button.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { Select } from '../../../ui/select.tsx'
import { useProviders } from '../form/use-providers.ts'
import { type ChannelsTable, statusFilters } from './channels-search.ts'
import { pressedClass } from './channels-tools.tsx'

const statusLabels = {
  enabled: 'filterEnabled',
  disabled: 'filterDisabled',
  '2': 'filterByHand',
  '3': 'filterAuto',
} as const

type ChannelFiltersProps = { table: ChannelsTable; onQuery(): void }

export function ChannelFilters({ table, onQuery }: ChannelFiltersProps) {
  const t = useText('channels')
  const groups = useQuery(endpointQuery(models.groups))
  const { search, filter } = table
  return (
    <>
      <SearchInput
        className="w-full sm:w-44"
        label={t('searchModel')}
        value={search.model ?? ''}
        onSearch={(model) => filter({ model: model === '' ? undefined : model })}
      />
      <Select
        className="w-36 max-sm:flex-1"
        label={t('filterGroup')}
        clearable
        value={search.group}
        choices={mapKnown(knownOf(groups), (names) => names.map((group) => ({ value: group, label: group })))}
        onChange={(group) => filter({ group: group ?? undefined })}
      />
      <Select
        className="w-40 max-sm:flex-1"
        label={t('filterStatus')}
        clearable
        value={search.status}
        choices={statusFilters.map((status) => ({ value: status, label: t(statusLabels[status]) }))}
        onChange={(status) => filter({ status: status ?? undefined })}
      />
      <TypeFilter type={search.type} onChange={(type) => filter({ type })} />
      <Button
        aria-pressed={search.test === 'failed'}
        className={pressedClass}
        onClick={() => filter({ test: search.test === 'failed' ? undefined : 'failed' })}
      >
        <CircleGauge aria-hidden />
        {t('filterTestFailed')}
      </Button>
      {search.tag !== undefined && (
        <Button onClick={() => filter({ tag: undefined })} aria-label={t('filterTagClear', { tag: search.tag })}>
          {t('filterTag', { tag: search.tag })}
          <X aria-hidden />
        </Button>
      )}
      <Button onClick={onQuery}>
        <Search aria-hidden />
        {t('query')}
      </Button>
    </>
  )
}

type TypeFilterProps = { type: number | undefined; onChange(type: number | undefined): void }

function TypeFilter({ type, onChange }: TypeFilterProps) {
  const t = useText('channels')
  const providers = useProviders()
  return (
    <Select
      className="w-44 max-sm:w-full"
      label={t('filterType')}
      clearable
      value={type === undefined ? undefined : String(type)}
      choices={providers.map((provider) => ({ value: String(provider.type), label: provider.label }))}
      onChange={(next) => onChange(next === null ? undefined : Number(next))}
    />
  )
}
