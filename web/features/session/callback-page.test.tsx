import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { render, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { currentLanguage, loadArea } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/query.ts'
import { parseSearch, stringifySearch } from '../../lib/search-parameters.ts'
import { currentUser, forgetUser } from '../../lib/session.ts'
import { answerCalls, granted, refused } from '../../testing/answer-calls.ts'
import { inEachLanguage } from '../../testing/languages.ts'
import { sampleUser } from '../../testing/sample-user.ts'
import { screen } from '../../testing/screen.ts'
import { learnWordings, said } from '../../testing/wordings.ts'
import { Toaster } from '../../ui/toaster.tsx'
import { CallbackPage } from './callback-page.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  forgetUser()
  queryClient.clear()
})

const open = async (path: string) => {
  await Promise.all([loadArea('common'), loadArea('session')])
  await learnWordings(['common', 'session'], currentLanguage())
  const root = createRootRoute({ component: Outlet })
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({ getParentRoute: () => root, path: '/oauth/$provider', component: CallbackPage }),
      createRoute({ getParentRoute: () => root, path: '$', component: () => null }),
    ]),
    history: createMemoryHistory({ initialEntries: [path] }),
    parseSearch,
    stringifySearch,
  })
  await router.load()
  render(
    <QueryClientProvider client={queryClient}>
      {/* seam: the application registers its own router type */}
      <RouterProvider router={router as never} />
      <Toaster />
    </QueryClientProvider>,
  )
  return router
}

describe('The page a provider sends the browser back to', () => {
  it('signs in once and goes to the tokens', async () => {
    const calls = answerCalls({ 'GET /api/oauth/github': () => ({ body: granted(sampleUser()) }) })
    const router = await open('/oauth/github?code=c1&state=s1')
    await waitFor(() => expect(router.state.location.pathname).toBe('/token'))
    expect(calls.map(({ query }) => query)).toEqual([{ code: 'c1', state: 's1' }])
    expect(currentUser()?.username).toBe('ada')
  })

  inEachLanguage('goes to the settings when it bound the account of whoever is signed in', async () => {
    answerCalls({ 'GET /api/oauth/oidc': () => ({ body: { success: true, message: 'bind', data: null } }) })
    const router = await open('/oauth/oidc?code=c1&state=s1')
    await waitFor(() => expect(router.state.location.pathname).toBe('/setting'))
    await screen.findByText('Account bound')
    expect(currentUser()).toBeNull()
  })

  inEachLanguage('says what went wrong before it leaves', async () => {
    answerCalls({ 'GET /api/oauth/linuxdo': () => ({ body: refused('state is empty or not same') }) })
    await open('/oauth/linuxdo?error=denied')
    const { textContent } = await screen.findByRole('alert')
    expect(textContent).toContain('state is empty or not same')
    expect(textContent).toContain(said('Operation failed, redirecting to login page...'))
  })

  it('leaves for the settings once it was said', async () => {
    answerCalls({ 'GET /api/oauth/github': () => ({ body: refused('Somebody else has it') }) })
    const router = await open('/oauth/github?code=c1&state=s1')
    await screen.findByRole('alert')
    expect(router.state.location.pathname).toBe('/oauth/github')
    await waitFor(() => expect(router.state.location.pathname).toBe('/setting'), { timeout: 10_000 })
  })
})
