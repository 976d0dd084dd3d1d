import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { FormAddress } from '../lib/form-address.ts'
import type { RecordSource } from '../lib/list-rows.ts'
import { notify } from '../lib/notify.ts'
import { Overlay } from './overlay.tsx'

type RecordEditorProps<Row> = {
  source: RecordSource<Row>
  id: string
  onClose(): void
  /** What is said when it could not be loaded, where that is not what the server says. */
  missing?: string
  /** What is said instead of opening a row that cannot be edited. */
  refusal?: (row: Row) => string | undefined
  children: (row: Row) => ReactNode
}

type RecordFormsProps<Row> = Pick<RecordEditorProps<Row>, 'source' | 'missing' | 'refusal'> & {
  form: FormAddress
  /** Makes a record. */
  adding?: ReactNode
  /** Changes this one. */
  children: (row: Row) => ReactNode
}

/** The forms that stand in the address, over a list or over the page of a record. */
export function RecordForms<Row>({ form, adding, ...props }: RecordFormsProps<Row>) {
  const { isAdding, editedId, close } = form
  return (
    <>
      <Overlay onClose={close}>{isAdding && adding}</Overlay>
      <Overlay onClose={close}>
        {editedId !== undefined && <RecordEditor key={editedId} id={editedId} onClose={close} {...props} />}
      </Overlay>
    </>
  )
}

/**
 * The form of a record, as soon as it is loaded afresh; closes when it cannot be edited. The record stays what it was when
 * the form opened: beside a newer one, whatever nobody touched would look changed, and be written back as it was.
 */
function RecordEditor<Row>({ source, id, onClose, missing, refusal, children }: RecordEditorProps<Row>) {
  const [opened, setOpened] = useState<{ row: Row }>()
  const { data, error, isFetchedAfterMount } = useQuery({
    ...source.one(id),
    enabled: opened === undefined,
    staleTime: 0,
    gcTime: 0,
    refetchOnReconnect: false,
    refetchOnMount: 'always',
  })
  if (opened === undefined && data !== undefined && isFetchedAfterMount) setOpened({ row: data })
  const problem = (error && (missing ?? error.message)) ?? (opened && refusal?.(opened.row))
  useEffect(() => {
    if (problem === undefined) return
    notify.error(problem)
    onClose()
  }, [problem, onClose])
  return opened !== undefined && problem === undefined ? children(opened.row) : null
}
