import { session } from '#contract/session.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { type Known, knownOf } from '../../lib/known.ts'
import { usePageQuery } from '../../lib/page-query.ts'
import { endpointQuery } from '../../lib/query.ts'

export type Groups = Readonly<Record<string, { ratio: number; desc: string }>>

/** The groups that may be chosen, described in the language of the reader. */
export const useGroups = (): Known<Groups> => {
  const { queryKey, ...source } = endpointQuery(session.groups)
  const groups = usePageQuery({
    ...source,
    queryKey: [...queryKey, useLanguage()],
    placeholderData: (previous) => previous,
  })
  return knownOf(groups)
}
