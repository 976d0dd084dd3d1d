import { channelStatuses, channels } from '#contract/channels.ts'
import { lazyPart } from '../../../lib/lazy-part.tsx'
import { pagesOf } from '../../../lib/list-rows.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Boundary } from '../../../ui/boundary.tsx'
import type { ListDefinition } from '../../../ui/list/list-definition.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { nameList } from '../form/name-list.ts'
import { type ChannelTools, channelActions } from './channel-actions.ts'
import { GroupBadges, NameCell, ResponseCell, StatusCell, TypeCell, UsedCell } from './channel-cells.tsx'
import { type ChannelRow, channelRow, isTag, rowName, statusWord } from './channel-row.ts'
import { ChannelRowCard } from './channel-row-card.tsx'
import { channelFilters } from './channels-search.ts'
import { NumberCell } from './number-cell.tsx'

const ChannelDetails = lazyPart(() => import('./channel-details.tsx'), 'ChannelDetails')
const ChannelHead = lazyPart(() => import('../record/channel-head.tsx'), 'ChannelHead')

export const channelList: ListDefinition<ChannelRow, 'channels', typeof channelFilters, ChannelTools> = {
  ...channelActions,
  title: 'channels',
  rows: pagesOf(channels.list, channelRow),
  filters: channelFilters,
  live: 'shown',
  columns: [
    {
      ...{ id: 'id', label: 'columnId', sort: 'id' },
      plain: ({ id }) => id,
      cell: (row) => !isTag(row) && <span className="text-muted">{row.id}</span>,
    },
    {
      ...{ id: 'name', label: 'columnName', sort: 'name', always: true, card: 'title' },
      plain: rowName,
      cell: (row) => <NameCell row={row} />,
    },
    {
      ...{ id: 'group', label: 'columnGroup' },
      plain: ({ group }) => group,
      filterBy: ({ group }) => ({ group: nameList(group) }),
      cell: ({ group }) => <GroupBadges names={nameList(group)} />,
    },
    {
      ...{ id: 'type', label: 'columnType' },
      plain: (row) => (isTag(row) ? undefined : { choice: String(row.type), of: 'type' }),
      filterBy: (row) => (isTag(row) ? {} : { type: String(row.type) }),
      cell: (row) => !isTag(row) && <TypeCell type={row.type} />,
    },
    {
      ...{ id: 'tag', label: 'columnTag' },
      plain: ({ tag }) => tag,
      filterBy: ({ tag }) => ({ tag }),
      cell: (row) => !isTag(row) && row.tag !== '' && <Badge tone="brand">{row.tag}</Badge>,
    },
    {
      // Room for what narrows the list, which lay over the share of its calls.
      ...{ id: 'status', label: 'columnStatus', className: 'pr-9' },
      plain: (row, t) => (isTag(row) ? undefined : t(statusWord(row))),
      filterBy: (row) => (isTag(row) ? {} : { status: String(row.status) }),
      cell: (row) => <StatusCell row={row} />,
    },
    {
      ...{ id: 'response', label: 'columnResponse', sort: 'response_time' },
      plain: (row, t) => {
        if (!isTag(row) && row.test_fault !== '') return t('testFailed')
        return row.response_time === 0 ? t('untested') : row.response_time / 1000
      },
      cell: (row) => <ResponseCell row={row} />,
    },
    {
      ...{ id: 'used', label: 'columnUsedBalance', align: 'right' },
      sorts: [
        { sort: 'used_quota', label: 'sortUsed' },
        { sort: 'balance', label: 'sortBalance' },
      ],
      plainParts: [
        { label: 'figureUsed', plain: ({ used_quota }) => ({ quota: used_quota }) },
        {
          label: 'figureBalance',
          // What was never asked for is not nothing.
          plain: (row) => (isTag(row) || row.balance_updated_time === 0 ? undefined : row.balance),
        },
      ],
      cell: (row) => <UsedCell row={row} />,
    },
    {
      ...{ id: 'priority', label: 'columnPriority', sort: 'priority', align: 'right' },
      plain: ({ priority }) => priority ?? undefined,
      cell: (row) => <NumberCell row={row} field="priority" />,
    },
    {
      ...{ id: 'weight', label: 'columnWeight', sort: 'weight', align: 'right' },
      plain: ({ weight }) => weight ?? undefined,
      cell: (row) => <NumberCell row={row} field="weight" />,
    },
  ],
  card: (row) => <ChannelRowCard row={row} />,
  peek: {
    draw: (row, columnsBut) =>
      !isTag(row) && (
        <>
          <ChannelHead channel={row} />
          {columnsBut('name', 'group', 'type', 'tag', 'status', 'response', 'used')}
        </>
      ),
    page: (row) => (isTag(row) ? undefined : `/channel/${row.id}`),
  },
  below: (row) => (isTag(row) ? { tag: row.tag } : {}),
  isUnfolded: (row, { tag }) => isTag(row) && row.tag === tag,
  details: (row) =>
    !isTag(row) && (
      <Boundary loading={<Skeleton className="h-20 w-full" />}>
        <ChannelDetails channel={row} />
      </Boundary>
    ),
  // Out of use: a channel that is not enabled, a tag none of whose channels is.
  isMuted: (row) => (isTag(row) ? row.enabled_count === 0 : row.status !== channelStatuses.enabled),
}
