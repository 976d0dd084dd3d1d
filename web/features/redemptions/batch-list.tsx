import { Link } from '@tanstack/react-router'
import { type RedemptionBatch, redemptionBatches } from '#contract/redemption-batches.ts'
import { pagesOf } from '../../lib/list-rows.ts'
import { Count, Quota } from '../../ui/figures.tsx'
import type { ListDefinition } from '../../ui/list/list-definition.ts'
import { Time } from '../../ui/time.tsx'
import { UserLink } from '../../ui/user-link.tsx'
import { type BatchTools, batchActions } from './batch-actions.ts'
import { BatchCard } from './batch-card.tsx'
import { batchFilters } from './redemptions-search.ts'

/** How many of its codes have come to it. */
const countColumn = <Label extends string>(
  id: 'count' | 'used' | 'remaining' | 'expired' | 'disabled',
  label: Label,
) => ({
  ...{ id, label, align: 'right' as const },
  plain: (batch: RedemptionBatch) => batch[id],
  cell: (batch: RedemptionBatch) => <Count value={batch[id]} />,
})

/** Codes by what was made together: a row opens to the list of its codes. */
export const batchList: ListDefinition<RedemptionBatch, 'redemptions', typeof batchFilters, BatchTools> = {
  area: 'redemptions',
  title: 'codeBatches',
  rows: pagesOf(redemptionBatches.list),
  rowName: ({ name }) => name,
  filters: batchFilters,
  columns: [
    { id: 'id', label: 'columnId', sort: 'id', align: 'right', plain: ({ id }) => id, cell: ({ id }) => id },
    {
      ...{ id: 'name', label: 'columnName', sort: 'name', always: true, card: 'title' },
      plain: ({ name }) => name,
      cell: ({ id, name }) => (
        <Link
          to="/redemption"
          search={{ batch: String(id) }}
          className="block font-medium break-words hover:underline sm:min-w-28"
        >
          {name}
        </Link>
      ),
    },
    countColumn('count', 'columnCount'),
    countColumn('used', 'statusUsed'),
    countColumn('remaining', 'statusOpen'),
    countColumn('expired', 'statusExpired'),
    countColumn('disabled', 'statusDisabled'),
    {
      id: 'quota',
      label: 'columnSum',
      align: 'right',
      plain: ({ quota }) => ({ quota }),
      cell: ({ quota }) => <Quota value={quota} />,
    },
    {
      ...{ id: 'created', label: 'columnCreated', sort: 'created_time' },
      plain: ({ created_time }) => ({ seconds: created_time }),
      cell: ({ created_time }) => <Time seconds={created_time} />,
    },
    {
      id: 'creator',
      label: 'columnCreator',
      plain: ({ creator_name }) => creator_name,
      cell: ({ creator_id: id, creator_name: name }) => <UserLink id={id} name={name} />,
    },
  ],
  actions: batchActions,
  card: (batch) => <BatchCard batch={batch} />,
  peek: {},
  isMuted: ({ remaining }) => remaining === 0,
}
