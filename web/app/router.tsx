import { createRoute, createRouter } from '@tanstack/react-router'
import { lazyPage } from '../lib/lazy-part.tsx'
import { parseSearch, stringifySearch } from '../lib/search-parameters.ts'
import { currentUser } from '../lib/session.ts'
import { Frame } from './frame.tsx'
import { mayOpen } from './page-access.ts'
import { PageError } from './page-error.tsx'
import { PageLoading } from './page-loading.tsx'
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
