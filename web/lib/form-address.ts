import { useLocation, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { formPath } from './form-path.ts'

type Lists = '/token' | '/redemption' | '/user' | '/channel'

export type FormAddress = {
  isAdding: boolean
  /** Which record is changed, if any. */
  editedId: string | undefined
  create(): void
  open(record: { id: number }): void
  close(): void
}

/**
 * The form of a record stands in the address of what is behind it: of its list, `/token/add` makes one and
 * `/token/edit/7` changes one; of its own page, `/token/7?edit`. Filters and page stay as they are.
 */
export const useFormAddress = (list: Lists, own?: string): FormAddress => {
  const navigate = useNavigate()
  const form = useLocation({ select: ({ pathname }) => formPath.exec(pathname) })
  const isOwn = useLocation({ select: ({ search }) => 'edit' in search && search.edit !== undefined })
  const ways = useMemo(() => {
    const go = (path: string) => void navigate({ to: list + path, search: true, resetScroll: false })
    const turn = (edit: true | undefined) =>
      void navigate({ to: `${list}/${own}`, search: { edit }, resetScroll: false })
    return {
      close: () => (own === undefined ? go('') : turn(undefined)),
      create: () => go('/add'),
      open: ({ id }: { id: number }) => (own === undefined ? go(`/edit/${id}`) : turn(true)),
    }
  }, [navigate, list, own])
  return {
    ...ways,
    isAdding: form?.[1] === 'add',
    editedId: own === undefined ? form?.groups?.id : isOwn ? own : undefined,
  }
}
