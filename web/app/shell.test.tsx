import { QueryClientProvider } from '@tanstack/react-query'
import { RouterContextProvider, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { languages } from '#contract/languages.ts'
import { type SystemStatus, systemStatus } from '#contract/status.ts'
import { loadArea, setLanguage } from '../lib/i18n.ts'
import { useLeaveGuard } from '../lib/leave-guard.ts'
import { schemePreference, sidebarPreference } from '../lib/preferences.ts'
import { queryClient } from '../lib/query.ts'
import { rememberUser } from '../lib/session.ts'
import { currentStatus, loadStatus } from '../lib/status.ts'
import { type Answer, answerCalls, granted } from '../testing/answer-calls.ts'
import { sampleUser } from '../testing/sample-user.ts'
import { screen, within } from '../testing/screen.ts'
import { DialogHost } from '../ui/dialog-host.tsx'
import { router } from './router.tsx'

const first = currentStatus()

afterEach(async () => {
  await tell({})
  sidebarPreference.set(null)
  schemePreference.set(null)
})

const tell = async (changes: Partial<SystemStatus>, about: Answer = { body: granted('') }) => {
  const status = systemStatus.parse({ ...first, ...changes })
  const calls = answerCalls({
    'GET /api/status': () => ({ body: granted(status) }),
    'GET /api/about': () => about,
    'GET /api/user/logout': () => ({ body: granted(null) }),
    'GET /api/home_page_content': () => ({ body: granted('') }),
  })
  await loadStatus()
  return calls
}

type Opened = Partial<SystemStatus> & { role?: number; about?: Answer }

/** The whole console at an address: signed in with a role, or a visitor. */
const open = async (path: string, { role, about, ...changes }: Opened = {}) => {
  const calls = await tell(changes, about)
  if (role !== undefined) rememberUser(sampleUser({ role }))
  await loadArea('common')
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await router.navigate({ to: path })
  await screen.findByRole('contentinfo')
  return { user: userEvent.setup(), calls }
}
function Unsaved() {
  useLeaveGuard(true)
  return null
}
const at = () => router.state.location.pathname
const main = () => within(screen.getByRole('navigation', { name: 'Main' }))
const linksOf = (group: ReturnType<typeof within>) => group.getAllByRole('link').map(({ textContent }) => textContent)

it('says in the title and by the icon of the tab that the page could not be loaded, until it is', async () => {
  const icon = document.head.appendChild(document.createElement('link'))
  icon.rel = 'icon'
  queryClient.clear()
  const { user } = await open('/about', { about: { status: 502, body: '' } })
  await screen.findByText('This could not be loaded')
  await waitFor(() => expect(document.title).toMatch(/^This could not be loaded · About · /))
  expect(icon.getAttribute('href')).toMatch(/^data:image\/svg/)
  await tell({})
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(document.title).toMatch(/^About · /))
  expect(icon.getAttribute('href')).toBe('/favicon.svg')
  icon.remove()
})

it.each([
  ['/reset', 'Reset password'],
  ['/user/reset', 'Confirm password reset'],
  ['/setup', 'Setup'],
  ['/chat', 'Chat'],
])('the tab of %s is called %s', async (path, name) => {
  await open('/about', { role: 100, setup: path !== '/setup' })
  await router.navigate({ to: path })
  await waitFor(() => expect(document.title).toMatch(new RegExp(`^${name} · `)))
})

it('says on the page, in the title and by the icon of the tab that the server is not reached, until an answer comes', async () => {
  const icon = document.head.appendChild(document.createElement('link'))
  icon.rel = 'icon'
  icon.setAttribute('href', '/favicon.svg')
  await open('/about')
  expect(icon.getAttribute('href')).toBe('/favicon.svg')
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(loadStatus()).rejects.toThrow()
  expect((await screen.findByRole('alert')).textContent).toContain('No connection to the server')
  expect(document.title).toMatch(/^No connection to the server · About · /)
  expect(icon.getAttribute('href')).toMatch(/^data:image\/svg/)
  await tell({})
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect([document.title.slice(0, 5), icon.getAttribute('href')]).toEqual(['About', '/favicon.svg'])
  icon.remove()
})

it('F15: tells administrators, and nobody else, that no new call begins, and what to do', async () => {
  await open('/about', { role: 10, calls_paused: true })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('No new requests begin')
  await tell({ calls_paused: false })
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  cleanup()
  await open('/about', { role: 1, calls_paused: true })
  expect(screen.queryByRole('alert')).toBeNull()
})

describe('The guards of the pages', () => {
  it('lead everybody to the setup until it is done, and nobody afterwards', async () => {
    await open('/about', { setup: false })
    expect(at()).toBe('/setup')
    cleanup()
    await open('/setup', { setup: true })
    expect(at()).toBe('/')
  })

  it('lead whoever is not signed in to the login', async () => {
    await open('/about')
    for (const path of [
      '/token',
      '/playground',
      '/log',
      '/channel',
      '/price',
      '/group',
      '/setting',
      '/chat2link',
      '/midjourney',
      '/task',
      '/video',
      '/batch',
    ]) {
      await router.navigate({ to: path })
      expect([path, at()]).toEqual([path, '/login'])
    }
  })

  it('say at the login that the session has expired, where the address of the page says so', async () => {
    await open('/about')
    await router.navigate({ to: '/playground', search: { expired: 'true' } as never }) // seam: as a link of others has it
    expect(router.state.location.href).toBe('/login?expired=true')
    await screen.findByText('You’re not logged in, or your session has expired. Please log in.')
    await router.navigate({ to: '/about' })
    await router.navigate({ to: '/playground' })
    expect(router.state.location.href).toBe('/login')
  })

  it('show no page of administrators to others', async () => {
    await open('/about', { role: 1 })
    for (const path of ['/channel', '/redemption', '/user', '/price', '/group', '/setting']) {
      await router.navigate({ to: path })
      expect([path, at()]).toEqual([path, '/personal'])
    }
  })

  it.each([
    ['/setting?tab=groups', '/group'],
    ['/setting?tab=groups&option=GroupRatio', '/group?option=GroupRatio'],
    ['/setting?tab=prices', '/price'],
    ['/setting?prices=unset&model=gpt&page=2', '/price?model=gpt&page=2&view=unset'],
    ['/setting?tab=prices&prices=ratios&option=ModelRatio', '/price?option=ModelRatio&view=ratios'],
    ['/setting?keyword=GroupRatio', '/group?option=GroupRatio'],
    ['/setting?keyword=ModelPrice', '/price?option=ModelPrice&view=ratios'],
    ['/setting?keyword=SMTPServer', '/setting?keyword=SMTPServer'],
    ['/setting?tab=system', '/setting?tab=system'],
  ])('lead %s, as it was kept, to %s', async (kept, place) => {
    await open('/about', { role: 10 })
    const hrefs: string[] = []
    // Before the page takes the option out of it.
    const forget = router.subscribe('onBeforeLoad', ({ toLocation }) => hrefs.push(toLocation.href))
    await router.navigate({ href: kept })
    forget()
    expect(hrefs.findLast((href) => href === place || href === kept)).toBe(place)
    expect(at()).toBe(place.split('?')[0])
  })

  it('take nobody away who types the name of an option of theirs into the search', async () => {
    await open('/about', { role: 10 })
    await router.navigate({ to: '/setting' })
    await router.navigate({ to: '/setting', search: { keyword: 'GroupRatio' } })
    expect(router.state.location.href).toBe('/setting?keyword=GroupRatio')
  })

  it('say of any other path that there is no such page', async () => {
    await open('/nowhere')
    await screen.findByRole('heading', { name: 'Page does not exist' })
  })
})

describe('The top bar', () => {
  it('leads to home, console, prices and about, and to the documentation where there is some', async () => {
    await open('/about')
    expect(linksOf(main())).toEqual(['Home', 'Console', 'Pricing', 'About'])
    cleanup()
    await open('/about', { docs_link: 'https://docs.example/' })
    expect(main().getByRole('link', { name: 'Docs' }).getAttribute('href')).toBe('https://docs.example/')
  })

  it('offers a visitor to log in and to register, and not to register in self-use mode', async () => {
    await open('/about')
    // Pages may have heads of their own below it.
    const header = () => within(screen.getAllByRole('banner')[0] ?? document.body)
    header().getByRole('link', { name: 'Log in' })
    header().getByRole('link', { name: 'Register' })
    cleanup()
    await open('/about', { self_use_mode_enabled: true })
    expect(header().queryByRole('link', { name: 'Register' })).toBeNull()
    header().getByText('Self-use')
    cleanup()
    await open('/about', { demo_site_enabled: true })
    header().getByText('Demo')
  })

  it('signs out from the menu of the user', async () => {
    const { user, calls } = await open('/about', { role: 1 })
    await user.click(screen.getByRole('button', { name: 'Account: ada' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Log out' }))
    await waitFor(() => expect(at()).toBe('/login'))
    expect(calls.some(({ path }) => path === '/api/user/logout')).toBe(true)
    expect(localStorage.getItem('user')).toBeNull()
  })

  it('asks before it signs out of a page with something unsaved, and once', async () => {
    const { user, calls } = await open('/about', { role: 1 })
    await loadArea('dialogs')
    render(
      <RouterContextProvider router={router}>
        <Unsaved />
        <DialogHost />
      </RouterContextProvider>,
    )
    const signOut = async () => {
      await user.click(screen.getByRole('button', { name: 'Account: ada' }))
      await user.click(await screen.findByRole('menuitem', { name: 'Log out' }))
    }
    await signOut()
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Keep editing' })).toBeNull())
    expect([at(), calls.some(({ path }) => path === '/api/user/logout')]).toEqual(['/about', false])
    await signOut()
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(at()).toBe('/login'))
  })

  it('changes the colours, and keeps them', async () => {
    const { user } = await open('/about')
    await user.click(screen.getByRole('button', { name: 'Switch to dark mode' }))
    expect(localStorage.getItem('theme-mode')).toBe('dark')
    await user.click(screen.getByRole('button', { name: 'Switch to light mode' }))
    expect(localStorage.getItem('theme-mode')).toBe('light')
  })

  it('offers Chinese and English among its languages', async () => {
    const { user } = await open('/about')
    await user.click(screen.getByRole('button', { name: 'Language' }))
    const names = (await screen.findAllByRole('menuitemradio')).map(({ textContent }) => textContent)
    expect(names).toEqual(Object.values(languages).map(({ name }) => name))
    expect(names).toEqual(expect.arrayContaining(['English', '中文']))
    expect(screen.getByRole('menuitemradio', { checked: true }).textContent).toBe('English')
    await user.click(screen.getByRole('menuitemradio', { name: '中文' }))
    await waitFor(() => expect(document.documentElement.lang).toBe('zh-CN'))
    await setLanguage('en')
  })
})

describe('The side bar', () => {
  const bar = () => screen.queryByRole('navigation', { name: 'Navigation' })

  it('is not there at home, in the setup and in chats', async () => {
    await open('/about', { role: 1 })
    expect(bar()).not.toBeNull()
    await router.navigate({ to: '/' })
    await waitFor(() => expect(bar()).toBeNull())
    await router.navigate({ to: '/about' })
    await waitFor(() => expect(bar()).not.toBeNull())
    await router.navigate({ to: '/chat' })
    await waitFor(() => expect(bar()).toBeNull())
    cleanup()
    await open('/about', { role: 1, setup: false })
    expect([at(), bar()]).toEqual(['/setup', null])
  })

  it('leads administrators to prices and groups, as do the keys', async () => {
    const { user } = await open('/about', { role: 10 })
    for (const [name, keys, path] of [
      ['Model prices', 'gi', '/price'],
      ['Groups', 'go', '/group'],
    ] as const) {
      expect(
        within(bar() ?? document.body)
          .getByRole('link', { name })
          .getAttribute('href'),
      ).toBe(path)
      await user.keyboard(keys)
      await waitFor(() => expect(at()).toBe(path))
    }
  })

  it('begins as the operator says, until it is folded or unfolded', async () => {
    const { user } = await open('/about', { role: 1, default_collapse_sidebar: true })
    await user.click(screen.getByRole('button', { name: 'Expand sidebar' }))
    screen.getByRole('button', { name: 'Collapse sidebar' })
    expect(localStorage.getItem('sidebar-collapsed')).toBe('false')
  })
})

describe('The navigation of a phone', () => {
  const openSheet = async () => {
    const { user } = await open('/about', { role: 1 })
    await user.click(screen.getByRole('button', { name: 'Open navigation' }))
    return { user, sheet: within(await screen.findByRole('dialog')) }
  }

  it('opens from the top bar, with the pages of the side bar and of the top bar', async () => {
    const { sheet } = await openSheet()
    const links = sheet.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(links).toEqual(expect.arrayContaining(['/playground', '/token', '/log', '/topup', '/personal', '/pricing']))
  })

  it('leads to a page, and is gone', async () => {
    const { user, sheet } = await openSheet()
    await user.click(sheet.getByRole('link', { name: 'Home' }))
    await waitFor(() => expect([at(), screen.queryByRole('dialog')]).toEqual(['/', null]))
  })
})

describe('The footer', () => {
  it('is what the operator wrote, else a line with name and version', async () => {
    await open('/about', { system_name: 'Gate', version: '1.2.3' })
    expect(screen.getByRole('contentinfo').textContent).toBe('Powered by Gate 1.2.3')
    cleanup()
    await open('/about', { footer_html: '<p>Ours <b>alone</b></p>' })
    await waitFor(() => expect(screen.getByRole('contentinfo').querySelector('b')?.textContent).toBe('alone'))
  })
})
