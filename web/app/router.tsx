import { createRoute, createRouter, type ErrorComponentProps, useMatches, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { lazyPage } from '../lib/lazy-part.tsx'
import { parseSearch, stringifySearch } from '../lib/search-parameters.ts'
import { currentUser } from '../lib/session.ts'
import { Failure, forgive, reloadIfReplaced } from '../ui/boundary.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Frame } from './frame.tsx'
import { mayOpen } from './page-access.ts'
import { pages } from './pages.ts'
import { frame, root } from './root-routes.ts'

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

/** Few come here: it is loaded once somebody does. */
const NotFoundPage = lazyPage(() => import('./not-found-page.tsx'), 'NotFoundPage')

const missing = createRoute({
  getParentRoute: () => frame,
  path: '$',
  staticData: { title: 'notFoundTitle' },
  component: NotFoundPage,
})

frame.update({ component: Frame, notFoundComponent: NotFoundPage })

export const router = createRouter({
  routeTree: root.addChildren([frame.addChildren([...pages, missing])]),
  defaultPreload: 'intent',
  defaultPendingMs: 300,
  defaultPendingComponent: PageLoading,
  defaultErrorComponent: PageError,
  scrollRestoration: true,
  parseSearch,
  stringifySearch,
})

/**
 * Asks for the code and the texts of the page at this address while the server is still asked whether it may be seen;
 * for whoever is led elsewhere it does not.
 */
export const preloadPage = (): void => {
  const [routes] = router.getMatchedRoutes(location.pathname)
  const { component, loader, staticData } = routes.at(-1)?.options ?? {}
  if (!component || !('preload' in component) || !mayOpen(staticData?.access, currentUser())) return
  void component.preload?.()
  // What fails is asked for again by the router, and said by the page.
  void loader?.().catch(() => {})
}

/** In place of a page that failed while loading or drawing; the rest of the console stays usable. */
function PageError({ error }: ErrorComponentProps) {
  const router = useRouter()
  useEffect(() => void reloadIfReplaced(error), [error])
  const tryAgain = () => {
    forgive(error)
    void router.invalidate()
  }
  return <Failure error={error} onRetry={tryAgain} />
}

/** A heading and what narrows. */
const listShapes = ['h-7 w-44', 'h-9 max-w-[420px]']
/** The rows below, down to the end of the window. */
const rowsShape = 'h-dvh rounded-xl border bg-[linear-gradient(var(--line)_1px,transparent_1px)] bg-size-[100%_52px]'
/** The narrow card of signing in and its neighbours. */
const cardShapes = ['mx-auto h-80 w-full max-w-[400px]']

/** While the code of a page is on its way, when that takes longer than a moment. */
function PageLoading() {
  const isNarrow = useMatches({ select: (matches) => matches.at(-1)?.staticData.layout === 'plain' })
  return (
    <div aria-busy className="grid gap-4">
      {(isNarrow ? cardShapes : listShapes).map((shape) => (
        <Skeleton key={shape} className={shape} />
      ))}
      {!isNarrow && <div aria-hidden className={rowsShape} />}
    </div>
  )
}
