import type { ComponentProps, ReactNode } from 'react'
import { redemptionBatches } from '#contract/redemption-batches.ts'
import { knownOf, mapKnown } from '../../lib/known.ts'
import { pagesOf } from '../../lib/list-rows.ts'
import { usePageQuery } from '../../lib/page-query.ts'
import { resourceOf } from '../../lib/query.ts'
import { ListPage } from '../../ui/list/list-page.tsx'
import { useList } from '../../ui/list/use-list.ts'
import type { RedemptionTools } from './redemption-actions.ts'
import { redemptionList } from './redemption-list.tsx'

/** What stands on the page, however its rows are laid out. */
export type TableSlots = Pick<ComponentProps<typeof ListPage>, 'actions' | 'emptyHint' | 'emptyAction'> & {
  /** `onRemoved` is told when rows went away, selected ones too. */
  tools(onRemoved: () => void): ReactNode
}

/** The list of single codes. */
export function CodesTable({ edit, tools, ...slots }: RedemptionTools & TableSlots) {
  const batch = useBatchChoices()
  const open = useList(redemptionList, { edit })
  return (
    <ListPage list={redemptionList} open={open} choices={{ batch }} tools={tools(open.selection.clear)} {...slots} />
  )
}

const batches = pagesOf(redemptionBatches.list)
/** The newest ones: the others are found where batches are listed. */
const mostChoices = 1000

/** Batches by name; those that are called the same are told apart by the first of their codes. */
const useBatchChoices = () => {
  const query = usePageQuery({
    queryKey: [resourceOf(redemptionBatches.list), 'choices'],
    queryFn: () => batches.all({}, mostChoices),
  })
  return mapKnown(knownOf(query), (rows) => rows.map(({ id, name }) => ({ value: `${id}`, label: `${name} #${id}` })))
}
