import { useMemo } from 'react'
import { isChannelTag, type ListedChannel } from '#contract/channels.ts'
import type { ProviderCard } from '#contract/providers.ts'
import { type Formats, useFormat } from '../../../lib/format.ts'
import { type Text, useText } from '../../../lib/i18n.ts'
import { Badge } from '../../../ui/badge.tsx'
import type { Column } from '../../../ui/column.ts'
import { nameList } from '../form/name-list.ts'
import type { ChannelEdit } from '../form/use-channel-edit.ts'
import { useProviders } from '../form/use-providers.ts'
import type { ChannelUpkeep } from '../runs/use-channel-upkeep.ts'
import type { TagEdit } from '../tags/use-tag-edit.ts'
import { BalanceCell, GroupBadges, NameCell, ResponseCell, StatusCell, TypeCell } from './channel-cells.tsx'
import { numberColumns } from './number-columns.tsx'

type ShowTag = (tag: string) => void
type ColumnActions = { edit: ChannelEdit; editTag: TagEdit; upkeep: ChannelUpkeep; showTag: ShowTag }

export const useChannelColumns = ({ edit, editTag, upkeep, showTag }: ColumnActions): Column<ListedChannel>[] => {
  const t = useText('channels')
  const format = useFormat()
  const providers = useProviders()
  return useMemo(
    () => [
      ...identityColumns(t, providers, showTag),
      ...stateColumns(t, format, providers, upkeep),
      ...numberColumns(t, edit, editTag),
    ],
    [t, format, providers, edit, editTag, upkeep, showTag],
  )
}

const identityColumns = (t: Text<'channels'>, providers: ProviderCard[], showTag: ShowTag): Column<ListedChannel>[] => [
  {
    id: 'id',
    label: t('columnId'),
    sort: 'id',
    cell: (row) => (isChannelTag(row) ? null : <span className="text-muted">{row.id}</span>),
  },
  {
    id: 'name',
    label: t('columnName'),
    sort: 'name',
    always: true,
    card: 'title',
    cell: (row) => <NameCell row={row} showTag={showTag} />,
  },
  { id: 'group', label: t('columnGroup'), cell: ({ group }) => <GroupBadges names={nameList(group)} /> },
  {
    id: 'type',
    label: t('columnType'),
    cell: (row) => (isChannelTag(row) ? null : <TypeCell type={row.type} providers={providers} />),
  },
  {
    id: 'tag',
    label: t('columnTag'),
    cell: (row) => (isChannelTag(row) || row.tag === '' ? null : <Badge tone="brand">{row.tag}</Badge>),
  },
]

const stateColumns = (
  t: Text<'channels'>,
  format: Formats,
  providers: ProviderCard[],
  upkeep: ChannelUpkeep,
): Column<ListedChannel>[] => [
  { id: 'status', label: t('columnStatus'), cell: (row) => <StatusCell row={row} /> },
  {
    id: 'response',
    label: t('columnResponse'),
    sort: 'response_time',
    cell: (row) => <ResponseCell row={row} upkeep={upkeep} />,
  },
  {
    id: 'used',
    label: t('columnUsedBalance'),
    sort: 'used_quota',
    align: 'right',
    cell: (row) => (
      <span className="inline-grid justify-items-end">
        <span>{format.quota(row.used_quota)}</span>
        <BalanceCell row={row} upkeep={upkeep} providers={providers} />
      </span>
    ),
  },
]
