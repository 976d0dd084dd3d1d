import { Search, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { isRequestId } from '#contract/request-ids.ts'
import { useText } from '../../lib/i18n.ts'
import { useIsPhone } from '../../lib/media.ts'
import { Button } from '../../ui/button.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Select } from '../../ui/select.tsx'
import type { LogRange } from './log-range.ts'
import { LogRangePicker } from './log-range-picker.tsx'
import { logTypeLooks } from './log-type.ts'
import type { LogsTable } from './use-logs.ts'

type LogFiltersProps = { table: LogsTable; range: LogRange; admin: boolean; onQuery(): void }

/** Every filter of the page; on a phone they fold away behind a button. */
export function LogFilters({ table, range, admin, onQuery }: LogFiltersProps) {
  const t = useText('logs')
  const { search } = table
  const typeChoices = [
    { value: 0, label: t('typeAll') },
    ...logTypeLooks.map(({ type, key }) => ({ value: type, label: t(key) })),
  ]
  const text = (name: 'token_name' | 'model_name' | 'group' | 'username', label: string, width: string) => (
    <SearchInput
      // An id that was pasted here has gone to its own box.
      key={`${name} ${search.request_id}`}
      className={`w-full ${width}`}
      label={label}
      value={search[name] ?? ''}
      onSearch={(value) =>
        table.filter(isRequestId(value) ? onlyCall(value) : { [name]: value === '' ? undefined : value })
      }
    />
  )
  return (
    <Fold count={countOf(search)}>
      {search.request_id === undefined && <LogRangePicker table={table} range={range} />}
      <Select
        className="w-full sm:w-34"
        label={t('filterType')}
        value={search.type ?? 0}
        choices={typeChoices}
        onChange={(type) => table.filter({ type: type === 0 || type === null ? undefined : type })}
      />
      {text('token_name', t('filterToken'), 'sm:w-40')}
      {text('model_name', t('filterModel'), 'sm:w-40')}
      {text('group', t('filterGroup'), 'sm:w-32')}
      {admin && (
        <SearchInput
          className="w-full sm:w-38"
          label={t('filterChannel')}
          value={search.channel === undefined ? '' : String(search.channel)}
          onSearch={(value) => table.filter({ channel: /^[1-9]\d{0,14}$/.test(value) ? Number(value) : undefined })}
        />
      )}
      {admin && text('username', t('filterUser'), 'sm:w-38')}
      <Button onClick={onQuery}>
        <Search aria-hidden />
        {t('query')}
      </Button>
    </Fold>
  )
}

/** The filter by the id of a call alone: with it nothing else narrows the list, and without it all do again. */
export const onlyCall = (requestId: string | undefined) => ({
  ...{ type: undefined, token_name: undefined, model_name: undefined, group: undefined, channel: undefined },
  ...{ username: undefined, start_timestamp: undefined, end_timestamp: undefined },
  request_id: requestId,
})

function Fold({ count, children }: { count: number; children: ReactNode }) {
  const t = useText('logs')
  const isPhone = useIsPhone()
  const [isOpen, setOpen] = useState(false)
  if (!isPhone) return <div className="flex w-full flex-wrap items-center gap-2">{children}</div>
  return (
    <>
      <Button
        aria-expanded={isOpen}
        aria-label={count > 0 ? `${t('filters')}, ${t('filtersActive', { count })}` : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <SlidersHorizontal aria-hidden />
        {t('filters')}
        {count > 0 && ` (${count})`}
      </Button>
      {isOpen && <div className="order-last grid w-full gap-2">{children}</div>}
    </>
  )
}

/** Both ends of the range are one filter. */
const countOf = ({ start_timestamp, end_timestamp, ...search }: LogsTable['search']): number => {
  const { type, token_name, model_name, group, channel, username } = search
  return [start_timestamp ?? end_timestamp, type, token_name, model_name, group, channel, username].filter(
    (value) => value !== undefined,
  ).length
}
