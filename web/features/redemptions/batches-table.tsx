import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ListPage } from '../../ui/list/list-page.tsx'
import { useList } from '../../ui/list/use-list.ts'
import type { BatchTools } from './batch-actions.ts'
import { batchList } from './batch-list.tsx'
import type { TableSlots } from './codes-table.tsx'

/** The list of batches. */
export function BatchesTable(slots: TableSlots) {
  const navigate = useNavigate()
  const tools: BatchTools = useMemo(
    () => ({ openCodes: ({ id }) => void navigate({ to: '/redemption', search: { batch: String(id) } }) }),
    [navigate],
  )
  return <ListPage list={batchList} open={useList(batchList, tools)} {...slots} />
}
