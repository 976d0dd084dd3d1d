import { useMatches, useSearch } from '@tanstack/react-router'
import { createContext, type ReactNode, use, useDeferredValue, useMemo } from 'react'

type Address = { pathname: string | undefined; search: object }

const ShownContext = createContext<object | undefined>(undefined)

/**
 * Around what is drawn of the address. The rows of another page are drawn once the touch that turned to it is answered,
 * and in steps between which others are; whatever else changes in the address is drawn at once.
 */
export function ShownSearch({ children }: { children: ReactNode }) {
  const search = useSearch({ strict: false })
  const pathname = useMatches({ select: (matches) => matches.at(-1)?.pathname })
  const asked = useMemo(() => ({ pathname, search }), [pathname, search])
  const kept = useDeferredValue(asked)
  const shown = differInPage(kept, asked) ? kept : asked
  return <ShownContext value={shown.search}>{children}</ShownContext>
}

/** The search of the address as the page is to be drawn. */
export const useShownSearch = (): object => {
  const shown = use(ShownContext)
  // Whoever has been given it does not look at the address too: it would be drawn with it at once.
  const own = useSearch({ strict: false, select: (search: object) => (shown === undefined ? search : undefined) })
  return shown ?? own ?? {}
}

const differInPage = (one: Address, other: Address): boolean =>
  one.pathname === other.pathname && withoutPage(one) === withoutPage(other)

const withoutPage = ({ search }: Address): string =>
  JSON.stringify(Object.entries(search).filter(([name, value]) => name !== 'page' && value !== undefined))
