import { useQuery } from '@tanstack/react-query'
import { type ProviderCard, providers } from '#contract/providers.ts'
import { useLanguage } from '../../../lib/i18n.ts'
import { endpointQuery } from '../../../lib/query.ts'

const none: ProviderCard[] = []

/** Every kind of channel, in the language of the reader; the list changes only with the server's version. */
export const useProviders = (): ProviderCard[] => {
  const { queryKey, ...source } = endpointQuery(providers.list)
  const language = useLanguage()
  const { data } = useQuery({
    ...source,
    queryKey: [...queryKey, language],
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (previous) => previous,
  })
  return data ?? none
}
