import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { UserTools } from './user-actions.ts'

/** The form of a user stands in the address, over the list: `/user/edit/7`. Filters and page stay as they are. */
export const useUserTools = (): UserTools => {
  const navigate = useNavigate()
  return useMemo(
    () => ({
      edit: ({ id }) =>
        void navigate({ to: '/user/edit/$id', params: { id: String(id) }, search: true, resetScroll: false }),
      seeLogs: ({ username }) => void navigate({ to: '/log', search: { username } }),
    }),
    [navigate],
  )
}
