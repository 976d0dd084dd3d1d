import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { currentLanguage, loadArea } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/query.ts'
import { parseSearch, stringifySearch } from '../../lib/search-parameters.ts'
import { currentUser, rememberUser } from '../../lib/session.ts'
import { answerCalls, granted, refused } from '../../testing/answer-calls.ts'
import { inEachLanguage } from '../../testing/languages.ts'
import { sampleUser } from '../../testing/sample-user.ts'
import { screen } from '../../testing/screen.ts'
import { learnWordings, said } from '../../testing/wordings.ts'
import { Toaster } from '../../ui/toaster.tsx'
import { CallbackPage } from './callback-page.tsx'

afterEach(() => queryClient.clear())

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

  inEachLanguage('goes to the settings of an administrator when it bound an account for him', async () => {
    rememberUser(sampleUser({ role: 10 }))
    answerCalls({ 'GET /api/oauth/oidc': () => ({ body: { success: true, message: 'bind', data: null } }) })
    const router = await open('/oauth/oidc?code=c1&state=s1')
    await waitFor(() => expect(router.state.location.pathname).toBe('/setting'))
    await screen.findByText('Account connected')
  })

  it('goes to the own settings of anybody else', async () => {
    rememberUser(sampleUser())
    answerCalls({ 'GET /api/oauth/oidc': () => ({ body: { success: true, message: 'bind', data: null } }) })
    const router = await open('/oauth/oidc?code=c1&state=s1')
    await waitFor(() => expect(router.state.location.pathname).toBe('/personal'))
  })

  it('goes on once to where an anew sign-in was asked for', async () => {
    rememberUser(sampleUser())
    sessionStorage.setItem('way-back', '/user/7')
    answerCalls({ 'GET /api/oauth/github': () => ({ body: granted(sampleUser({ display_name: 'Ada L' })) }) })
    const router = await open('/oauth/github?code=c1&state=s1')
    const visited: string[] = []
    router.subscribe('onResolved', ({ toLocation }) => visited.push(toLocation.pathname))
    await screen.findByText('Logged in')
    await waitFor(() => expect(router.state.location.pathname).toBe('/user/7'))
    expect(visited).not.toContain('/token')
  })

  /** Waits as long as the page does, and no longer. */
  const afterFailure = async (path: string, words: string) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    answerCalls({ 'GET /api/oauth/linuxdo': () => ({ body: refused('state is empty or not same') }) })
    const router = await open(path)
    const { textContent } = await screen.findByRole('alert')
    expect(textContent).toContain('state is empty or not same')
    expect(screen.getByRole('heading').textContent).toBe(said(words))
    await vi.advanceTimersByTimeAsync(3000)
    await waitFor(() => expect(router.state.location.pathname).not.toBe('/oauth/linuxdo'))
    return router.state.location.pathname
  }

  inEachLanguage('says what went wrong before it takes a stranger back to the login', async () => {
    expect(await afterFailure('/oauth/linuxdo?error=denied', 'Login failed. Going back to the login page…')).toBe(
      '/login',
    )
  })

  inEachLanguage('takes whoever is signed in back to his settings', async () => {
    const words = 'Couldn’t connect the account. Going back to your settings…'
    rememberUser(sampleUser())
    expect(await afterFailure('/oauth/linuxdo?error=denied', words)).toBe('/personal')
    cleanup()
    queryClient.clear()
    rememberUser(sampleUser({ role: 10 }))
    expect(await afterFailure('/oauth/linuxdo?error=denied', words)).toBe('/setting')
  })

  it('leaves for the login once it was said', async () => {
    answerCalls({ 'GET /api/oauth/github': () => ({ body: refused('Somebody else has it') }) })
    const router = await open('/oauth/github?code=c1&state=s1')
    await screen.findByRole('alert')
    expect(router.state.location.pathname).toBe('/oauth/github')
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  })
})
