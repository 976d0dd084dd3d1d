import { createRoute, createRouter } from '@tanstack/react-router'
import { lazyPage } from '../lib/lazy-part.tsx'
import { parseSearch, stringifySearch } from '../lib/search-parameters.ts'
import { Frame } from './frame.tsx'
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
