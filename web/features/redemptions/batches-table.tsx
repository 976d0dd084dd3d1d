import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ListPage } from '../../ui/list/list-page.tsx'
import { useList } from '../../ui/list/use-list.ts'
import type { BatchTools } from './batch-actions.ts'
import { batchList } from './batch-list.tsx'
import type { TableSlots } from './codes-table.tsx'

/** The list of batches. */
export function BatchesTable({ tools, ...slots }: TableSlots) {
  const navigate = useNavigate()
  const batchTools: BatchTools = useMemo(
    () => ({ openCodes: ({ id }) => void navigate({ to: '/redemption', search: { batch: String(id) } }) }),
    [navigate],
  )
  const open = useList(batchList, batchTools)
  return <ListPage list={batchList} open={open} tools={tools(open.selection.clear)} {...slots} />
}
