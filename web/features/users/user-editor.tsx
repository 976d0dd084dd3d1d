import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { users } from '#contract/users.ts'
import { useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { endpointQuery } from '../../lib/query.ts'
import { useUser } from '../../lib/session.ts'
import { EditUserDrawer } from './edit-user-drawer.tsx'
import { isDeleted, isWithinReach } from './user-rank.ts'

/** The form of the user in the address, as soon as he is loaded afresh; closes when he cannot be edited. */
export function UserEditor({ id, onClose }: { id: string; onClose(): void }) {
  const t = useText('users')
  const operator = useUser()
  const { data, error, isFetchedAfterMount } = useQuery({
    ...endpointQuery(users.read, { params: { id } }),
    staleTime: 0,
    gcTime: 0,
    refetchOnReconnect: false,
    refetchOnMount: 'always',
  })
  const isEditable = data !== undefined && operator !== null && isWithinReach(data, operator) && !isDeleted(data)
  const isKnown = data !== undefined && isFetchedAfterMount
  useEffect(() => {
    if (!error && (!isKnown || isEditable)) return
    notify.error(error?.message ?? t('notEditable'))
    onClose()
  }, [error, isKnown, isEditable, onClose, t])
  if (!isKnown || !isEditable) return null
  return <EditUserDrawer user={data} onClose={onClose} />
}
