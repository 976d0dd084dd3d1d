import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { render, renderHook } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { type Area, currentLanguage, loadArea } from '../lib/i18n.ts'
import { dismissToast, useToasts } from '../lib/notify.ts'
import { forgetChanges } from '../lib/pending-changes.ts'
import { queryClient } from '../lib/query.ts'
import { parseSearch, stringifySearch } from '../lib/search-parameters.ts'
import { DialogHost } from '../ui/dialog-host.tsx'
import { Toaster } from '../ui/toaster.tsx'
import { learnWordings } from './wordings.ts'

type Place = {
  path?: string
  /** The route of the path, for a page that reads its parameters. */
  route?: string
  areas?: Area[]
}

/** Draws a page at an address, in the language under test, with everything around it that the application gives. */
export const renderPage = async (page: ReactNode, { path = '/', route = '/', areas = [] }: Place = {}) => {
  queryClient.clear()
  forgetChanges()
  forgetToasts()
  const used: Area[] = ['common', 'lists', 'dialogs', 'entries', ...areas]
  await Promise.all(used.map((area) => loadArea(area)))
  await learnWordings(used, currentLanguage())
  const root = createRootRoute({ component: Outlet })
  const any = createRoute({ getParentRoute: () => root, path: '$', component: () => page })
  const own = createRoute({ getParentRoute: () => root, path: route, component: () => page })
  const router = createRouter({
    routeTree: root.addChildren([own, any]),
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

/** What an earlier test was told must not be taken for an answer to this one. */
const forgetToasts = () => {
  const { result, unmount } = renderHook(useToasts)
  unmount()
  for (const { id } of result.current) dismissToast(id)
}
