import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { notify } from '../lib/notify.ts'

type RecordEditorProps<Row, Key extends readonly unknown[]> = {
  /** `endpointQuery(tokens.read, { params: { id } })` */
  query: UseQueryOptions<Row, Error, Row, Key>
  onClose(): void
  /** What is said when it could not be loaded, where that is not what the server says. */
  missing?: string
  /** What is said instead of opening a row that cannot be edited. */
  refusal?: (row: Row) => string | undefined
  children: (row: Row) => ReactNode
}

/** The form of the record in the address, as soon as it is loaded afresh; closes when it cannot be edited. */
export function RecordEditor<Row, Key extends readonly unknown[]>({
  query,
  onClose,
  missing,
  refusal,
  children,
}: RecordEditorProps<Row, Key>) {
  const { data, error, isFetchedAfterMount } = useQuery({
    ...query,
    staleTime: 0,
    gcTime: 0,
    refetchOnReconnect: false,
    refetchOnMount: 'always',
  })
  const isKnown = data !== undefined && isFetchedAfterMount
  const problem = (error && (missing ?? error.message)) ?? (isKnown ? refusal?.(data) : undefined)
  useEffect(() => {
    if (problem === undefined) return
    notify.error(problem)
    onClose()
  }, [problem, onClose])
  return isKnown && problem === undefined ? children(data) : null
}
