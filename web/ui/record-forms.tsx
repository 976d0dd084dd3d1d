import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
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

/** The form of a record, as soon as it is loaded afresh; closes when it cannot be edited. */
function RecordEditor<Row>({ source, id, onClose, missing, refusal, children }: RecordEditorProps<Row>) {
  const { data, error, isFetchedAfterMount } = useQuery({
    ...source.one(id),
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
