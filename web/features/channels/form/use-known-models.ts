import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { channels } from '#contract/channels.ts'
import { type Known, knownOf, mapKnown } from '../../../lib/known.ts'
import { endpointQuery } from '../../../lib/query.ts'

/** Every model name that is known, for fields that name models. */
export const useKnownModels = (): Known<readonly string[]> => {
  const { data, isError, refetch } = useQuery(endpointQuery(channels.models))
  return useMemo(
    () => mapKnown(knownOf({ data, isError, refetch }), (models) => models.map(({ id }) => id)),
    [data, isError, refetch],
  )
}
