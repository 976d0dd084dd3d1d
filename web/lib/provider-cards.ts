import { type ProviderCard, providers } from '#contract/providers.ts'
import { useLanguage } from './i18n.ts'
import { type Known, knownOf } from './known.ts'
import { usePageQuery } from './page-query.ts'
import { endpointQuery } from './query.ts'

/** Every kind of channel, in the language of the reader; the list changes only with the server's version. */
export const useProviders = (): Known<readonly ProviderCard[]> => {
  const { queryKey, ...source } = endpointQuery(providers.list)
  const language = useLanguage()
  const query = usePageQuery({
    ...source,
    queryKey: [...queryKey, language],
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (previous) => previous,
  })
  return knownOf(query)
}

/** One of them, as far as it is known. */
export const useProvider = (type: number): ProviderCard | undefined => {
  const known = useProviders()
  return known.state === 'here' ? known.value.find((provider) => provider.type === type) : undefined
}
