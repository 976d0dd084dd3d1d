import { Link } from '@tanstack/react-router'
import { type RedemptionBatch, redemptionBatches } from '#contract/redemption-batches.ts'
import { pagesOf } from '../../lib/list-rows.ts'
import { Count, Quota } from '../../ui/figures.tsx'
import type { ListDefinition } from '../../ui/list/list-definition.ts'
import { Time } from '../../ui/time.tsx'
import { type BatchTools, batchActions } from './batch-actions.ts'
import { batchFilters } from './redemptions-search.ts'

/** Codes by what was made together: a row opens to the list of its codes. */
export const batchList: ListDefinition<RedemptionBatch, 'redemptions', typeof batchFilters, BatchTools> = {
  area: 'redemptions',
  title: 'codeBatches',
  rows: pagesOf(redemptionBatches.list),
  rowName: ({ name }) => name,
  filters: batchFilters,
  columns: [
    { id: 'id', label: 'columnId', sort: 'id', align: 'right', cell: ({ id }) => id },
    {
      ...{ id: 'name', label: 'columnName', sort: 'name', always: true, card: 'title' },
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
    { id: 'count', label: 'columnCount', align: 'right', cell: ({ count }) => <Count value={count} /> },
    { id: 'used', label: 'statusUsed', align: 'right', cell: ({ used }) => <Count value={used} /> },
    { id: 'remaining', label: 'statusOpen', align: 'right', cell: ({ remaining }) => <Count value={remaining} /> },
    { id: 'expired', label: 'columnExpired', align: 'right', cell: ({ expired }) => <Count value={expired} /> },
    { id: 'disabled', label: 'statusDisabled', align: 'right', cell: ({ disabled }) => <Count value={disabled} /> },
    { id: 'quota', label: 'columnSum', align: 'right', cell: ({ quota }) => <Quota value={quota} /> },
    {
      ...{ id: 'created', label: 'columnCreated', sort: 'created_time' },
      cell: ({ created_time }) => <Time seconds={created_time} />,
    },
    { id: 'creator', label: 'columnCreator', cell: (batch) => <Creator batch={batch} /> },
  ],
  actions: batchActions,
  isMuted: ({ remaining }) => remaining === 0,
}

function Creator({ batch: { creator_id: id, creator_name: name } }: { batch: RedemptionBatch }) {
  if (name === '') return <span className="text-muted">–</span>
  return (
    <Link to="/user/$id" params={{ id: String(id) }} className="rounded hover:underline">
      {name}
    </Link>
  )
}
