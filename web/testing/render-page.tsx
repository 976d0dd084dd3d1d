import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { type Area, loadArea, setLanguage } from '../lib/i18n.ts'
import { queryClient } from '../lib/query.ts'
import { parseSearch, stringifySearch } from '../lib/search-parameters.ts'
import { DialogHost } from '../ui/dialog-host.tsx'
import { Toaster } from '../ui/toaster.tsx'

/** Draws a page at an address, in English, with everything around it that the application gives. */
export const renderPage = async (
  page: ReactNode,
  { path = '/', areas = [] }: { path?: string; areas?: Area[] } = {},
) => {
  queryClient.clear()
  await setLanguage('en')
  await Promise.all((['common', ...areas] satisfies Area[]).map((area) => loadArea(area)))
  const root = createRootRoute({ component: Outlet })
  const any = createRoute({ getParentRoute: () => root, path: '$', component: () => page })
  const start = createRoute({ getParentRoute: () => root, path: '/', component: () => page })
  const router = createRouter({
    routeTree: root.addChildren([start, any]),
    history: createMemoryHistory({ initialEntries: [path] }),
    parseSearch,
    stringifySearch,
  })
  await router.load()
  const view = render(
    <QueryClientProvider client={queryClient}>
      {/* seam: the application registers its own router type */}
      <RouterProvider router={router as never} />
      <Toaster />
      <DialogHost />
    </QueryClientProvider>,
  )
  return { ...view, router, user: userEvent.setup() }
}
