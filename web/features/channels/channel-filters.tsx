import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import type * as z from 'zod/mini'
import { models } from '#contract/models.ts'
import { useText } from '../../lib/i18n.ts'
import { endpointQuery } from '../../lib/query.ts'
import type { TableState } from '../../lib/table-state.ts'
import { Button } from '../../ui/button.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Select } from '../../ui/select.tsx'
import type { channelsSearch } from './channels-search.ts'

type ChannelFiltersProps = { table: TableState<z.output<typeof channelsSearch>>; onQuery(): void }

export function ChannelFilters({ table, onQuery }: ChannelFiltersProps) {
  const t = useText('channels')
  const groups = useQuery(endpointQuery(models.groups))
  return (
    <>
      <SearchInput
        className="w-full sm:w-44"
        label={t('searchModel')}
        value={table.search.model ?? ''}
        onSearch={(model) => table.filter({ model: model === '' ? undefined : model })}
      />
      <Select
        className="w-40 max-sm:flex-1"
        label={t('filterGroup')}
        clearable
        value={table.search.group}
        choices={(groups.data ?? []).map((group) => ({ value: group, label: group }))}
        onChange={(group) => table.filter({ group: group ?? undefined })}
      />
      <Button onClick={onQuery}>
        <Search aria-hidden />
        {t('query')}
      </Button>
    </>
  )
}
