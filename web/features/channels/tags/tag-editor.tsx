import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { channelBatches, type WholeTag } from '#contract/channel-batches.ts'
import { endpointQuery, notifyFailure } from '../../../lib/query.ts'
import { TagDrawer } from './tag-drawer.tsx'

/** The form of a tag, as soon as the server has told what all of its channels are: they stay what they were then. */
export function TagEditor({ tag, onClose }: { tag: string; onClose(): void }) {
  const [opened, setOpened] = useState<WholeTag>()
  const { data, error, isFetchedAfterMount } = useQuery({
    ...endpointQuery(channelBatches.readTag, { query: { tag } }),
    enabled: opened === undefined,
    staleTime: 0,
    gcTime: 0,
    refetchOnReconnect: false,
  })
  if (opened === undefined && data !== undefined && isFetchedAfterMount) setOpened(data)
  useEffect(() => {
    if (!error) return
    notifyFailure(error)
    onClose()
  }, [error, onClose])
  return opened && <TagDrawer tag={opened} onClose={onClose} />
}
