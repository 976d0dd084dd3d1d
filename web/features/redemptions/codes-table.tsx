import type { ComponentProps } from 'react'
import { ListPage } from '../../ui/list/list-page.tsx'
import { useList } from '../../ui/list/use-list.ts'
import type { RedemptionTools } from './redemption-actions.ts'
import { redemptionList } from './redemption-list.tsx'

/** What stands on the page, however its rows are laid out. */
export type TableSlots = Pick<ComponentProps<typeof ListPage>, 'actions' | 'tools' | 'emptyHint' | 'emptyAction'>

/** The list of single codes. */
export function CodesTable({ edit, ...slots }: RedemptionTools & TableSlots) {
  return <ListPage list={redemptionList} open={useList(redemptionList, { edit })} {...slots} />
}
