import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { channelBatches } from '#contract/channel-batches.ts'
import { endpointQuery, notifyFailure } from '../../../lib/query.ts'
import { TagDrawer } from './tag-drawer.tsx'

/** The form of a tag, as soon as the server has told what all of its channels are. */
export function TagEditor({ tag, onClose }: { tag: string; onClose(): void }) {
  const { data, error, isFetchedAfterMount } = useQuery({
    ...endpointQuery(channelBatches.readTag, { query: { tag } }),
    staleTime: 0,
    gcTime: 0,
    refetchOnReconnect: false,
  })
  useEffect(() => {
    if (!error) return
    notifyFailure(error)
    onClose()
  }, [error, onClose])
  if (!data || !isFetchedAfterMount) return null
  return <TagDrawer tag={data} onClose={onClose} />
}
