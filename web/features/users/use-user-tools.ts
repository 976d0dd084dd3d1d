import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useFormAddress } from '../../lib/form-address.ts'
import type { UserTools } from './user-actions.ts'

/** The form of a user stands in the address, over the list. */
export const useUserTools = (): UserTools => {
  const navigate = useNavigate()
  const { open } = useFormAddress('/user')
  return useMemo(
    () => ({ edit: open, seeLogs: ({ username }) => void navigate({ to: '/log', search: { username } }) }),
    [navigate, open],
  )
}
