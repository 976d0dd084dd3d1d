import { useLocation, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'

type Lists = '/token' | '/redemption' | '/user' | '/channel'

const formPath = /\/(add|edit\/(?<id>\d+))\/?$/

/** The address of the list under an open form; undefined where no form is open. */
export const listBehind = (pathname: string): string | undefined =>
  formPath.test(pathname) ? pathname.replace(formPath, '') : undefined

/**
 * The form of a record stands in the address of its list: `/token/add` makes one, `/token/edit/7` changes one. Filters
 * and page stay as they are.
 */
export const useFormAddress = (list: Lists) => {
  const navigate = useNavigate()
  const form = useLocation({ select: ({ pathname }) => formPath.exec(pathname) })
  const ways = useMemo(() => {
    const go = (path: string) => void navigate({ to: list + path, search: true, resetScroll: false })
    return {
      close: () => go(''),
      create: () => go('/add'),
      open: ({ id }: { id: number }) => go(`/edit/${id}`),
    }
  }, [navigate, list])
  return { ...ways, isAdding: form?.[1] === 'add', editedId: form?.groups?.id }
}
