import { useCallback } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  changedRow,
  type RowChange,
  type ShownChange,
  showChange,
  usePendingChanges,
  withRows,
} from './pending-changes.ts'
import { useProofAsked } from './proof.ts'
import { queryClient, resourceOf } from './query.ts'

/** What becomes of them: all of it is refused, or accepted, or that part. */
type ShownRows<Row> = Pick<ShownChange, 'refuse'> & { accept: (accepted?: (row: Row) => Row) => void }

/**
 * Shows a change of the rows of a list at once, before the server has answered:
 * `onMutate: () => showAtOnce(users.list, (row) => row.id === id ? { ...row, status } : row)`,
 * `onError: (_, __, shown) => shown?.refuse()`, `onSuccess: (_, __, shown) => shown.accept()`.
 */
export const showAtOnce = <Row>(endpoint: Endpoint, change: (row: Row) => Row): ShownRows<Row> => {
  // seam: rows of the endpoint are all that the change is given
  const shown = showChange(resourceOf(endpoint), change as RowChange, changeCachedRows)
  // seam: as above
  return { ...shown, accept: (accepted) => shown.accept(accepted as RowChange | undefined) }
}

/**
 * For `select` of a query of rows: with what is shown before the server has told of it, but for the time that it asks
 * who it is that changes it.
 */
export const useShownRows = (endpoint: Endpoint): (<Data>(data: Data) => Data) => {
  const pending = usePendingChanges()
  const isAsked = useProofAsked() !== null
  return useCallback(
    <Data>(data: Data) => (isAsked ? data : withRows(data, (row) => changedRow(row, resourceOf(endpoint), pending))),
    [endpoint, pending, isAsked],
  )
}

const changeCachedRows = (resource: string, change: RowChange): void => {
  for (const [key, data] of queryClient.getQueriesData<unknown>({ queryKey: [resource] })) {
    queryClient.setQueryData(key, withRows(data, change))
  }
}
