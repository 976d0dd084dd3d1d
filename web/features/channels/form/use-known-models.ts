import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { channels } from '#contract/channels.ts'
import { endpointQuery } from '../../../lib/query.ts'

/** Every model name that is known, for fields that name models. */
export const useKnownModels = (): readonly string[] => {
  const { data } = useQuery(endpointQuery(channels.models))
  return useMemo(() => (data ?? []).map(({ id }) => id), [data])
}
