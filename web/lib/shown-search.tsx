import { useSearch } from '@tanstack/react-router'
import { createContext, type ReactNode, use, useDeferredValue, useMemo } from 'react'

const ShownContext = createContext<object | undefined>(undefined)

type ShownSearchProps = {
  /** Of the page that is drawn. */
  pathname: string | undefined
  children: ReactNode
}

/**
 * Around what is drawn of the address. The rows of another page are drawn once the touch that turned to it is answered,
 * in steps that other touches come between; whatever else changes in the address is drawn at once.
 */
export function ShownSearch({ pathname, children }: ShownSearchProps) {
  const search = useSearch({ strict: false })
  const asked = useMemo(
    () => ({ rest: JSON.stringify([pathname, { ...search, page: 0 }]), search }),
    [pathname, search],
  )
  const kept = useDeferredValue(asked)
  const shown = kept.rest === asked.rest ? kept : asked
  return <ShownContext value={shown.search}>{children}</ShownContext>
}

/** The search of the address as the page is to be drawn. */
export const useShownSearch = (): object => {
  const shown = use(ShownContext)
  // Whoever has been given it does not look at the address too: it would be drawn with it at once.
  return useSearch({ strict: false, select: (search: object) => shown ?? search })
}
