import { useQuery } from '@tanstack/react-query'
import { type ProviderCard, providers } from '#contract/providers.ts'
import { endpointQuery } from '../../../lib/query.ts'

const none: ProviderCard[] = []

/** Every kind of channel; the list changes only with the server's version. */
export const useProviders = (): ProviderCard[] =>
  useQuery({ ...endpointQuery(providers.list), staleTime: Number.POSITIVE_INFINITY }).data ?? none
