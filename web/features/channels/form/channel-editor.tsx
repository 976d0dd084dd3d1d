import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { channels } from '#contract/channels.ts'
import { useText } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { endpointQuery } from '../../../lib/query.ts'
import { ChannelDrawer } from './channel-drawer.tsx'

/** The form of the channel in the address, as soon as it is loaded afresh. */
export function ChannelEditor({ id, onClose }: { id: string; onClose(): void }) {
  const t = useText('channels')
  const { data, error, isFetchedAfterMount } = useQuery({
    ...endpointQuery(channels.read, { params: { id } }),
    staleTime: 0,
    gcTime: 0,
    refetchOnReconnect: false,
  })
  useEffect(() => {
    if (!error) return
    notify.error(t('notFound'))
    onClose()
  }, [error, onClose, t])
  if (!data || !isFetchedAfterMount) return null
  return <ChannelDrawer task={{ kind: 'edit', channel: data }} onClose={onClose} />
}
