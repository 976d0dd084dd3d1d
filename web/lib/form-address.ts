import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { formPath } from './form-path.ts'

type Lists = '/token' | '/redemption' | '/user' | '/channel'

export type FormAddress = {
  isAdding: boolean
  /** Which record is changed, if any. */
  editedId: string | undefined
  create(): void
  open(record: { id: number }): void
  /** This form: one that was opened since, here or on another page, stays. */
  close(): void
}

/**
 * The form of a record stands in the address of what is behind it: of its list, `/token/add` makes one and
 * `/token/edit/7` changes one; of its own page, `/token/7?edit`. Filters and page stay as they are.
 */
export const useFormAddress = (list: Lists, own?: string): FormAddress => {
  const navigate = useNavigate()
  const router = useRouter()
  const pathname = useLocation({ select: (location) => location.pathname })
  const form = formPath.exec(pathname)
  const isOwn = useLocation({ select: ({ search }) => 'edit' in search && search.edit !== undefined })
  const ways = useMemo(() => {
    const go = (path: string) => void navigate({ to: list + path, search: true, resetScroll: false })
    const turn = (edit: true | undefined) =>
      void navigate({ to: `${list}/${own}`, search: { edit }, resetScroll: false })
    return {
      closeNow: () => (own === undefined ? go('') : turn(undefined)),
      create: () => go('/add'),
      open: ({ id }: { id: number }) => (own === undefined ? go(`/edit/${id}`) : turn(true)),
    }
  }, [navigate, list, own])
  const { closeNow, create, open } = ways
  const close = useCallback(() => {
    // What was being saved when its form was left may end on any page.
    const { location } = router.state
    if (location.pathname === pathname && (own === undefined || 'edit' in location.search)) closeNow()
  }, [router, pathname, own, closeNow])
  return {
    ...{ create, open, close },
    isAdding: form?.[1] === 'add',
    editedId: own === undefined ? form?.groups?.id : isOwn ? own : undefined,
  }
}
