import { currentLanguage } from '../../lib/i18n.ts'
import { findNames } from '../../lib/name-search.ts'
import { mostFound, type PaletteFinder } from '../../lib/palette.ts'
import { queryClient } from '../../lib/query.ts'
import { currentUser } from '../../lib/session.ts'
import { pricingQuery } from './use-pricing.ts'

/** Models: what they cost, and for whoever is signed in what was called of them. */
export const find: PaletteFinder['find'] = async (text) => {
  const user = currentUser()
  const { models } = await queryClient.fetchQuery({ ...pricingQuery(user, currentLanguage()), staleTime: 60_000 })
  const names = findNames(
    models.map(({ model_name }) => model_name),
    text,
    (name) => name,
  )
  return names
    .slice(0, mostFound)
    .flatMap((name) => [
      { id: `price-${name}`, label: name, to: '/pricing', search: { keyword: name } },
      ...(user
        ? [{ id: `log-${name}`, label: name, kind: 'logs' as const, to: '/log', search: { model_name: name } }]
        : []),
    ])
}
