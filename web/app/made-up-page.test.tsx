import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { render, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { loadArea } from '../lib/i18n.ts'
import { queryClient } from '../lib/query.ts'
import { rememberUser } from '../lib/session.ts'
import { answerCalls } from '../testing/answer-calls.ts'
import { sampleUser } from '../testing/sample-user.ts'
import { screen } from '../testing/screen.ts'
import { router } from './router.tsx'

// The one row, and the word.
vi.mock('./pages.ts', async (original) => {
  const { pages } = await original<typeof import('./pages.ts')>()
  const { createRoute } = await import('@tanstack/react-router')
  const { Rabbit } = await import('lucide-react')
  const { frame } = await import('./root-routes.ts')
  const staticData = { title: 'madeUp', access: 'admin', navigation: { group: 'admin', icon: Rabbit, letter: 'z' } }
  const row = { getParentRoute: () => frame, path: '/made-up', component: () => <h1>Hello there</h1> }
  // seam: the compiler does not know the word that is made up
  return { pages: [...pages, createRoute({ ...row, staticData: staticData as never })] }
})
vi.mock('../locales/en/common.ts', async (original) => {
  const { messages } = await original<typeof import('../locales/en/common.ts')>()
  return { messages: { ...messages, madeUp: 'Rabbits' } }
})

beforeEach(async () => {
  answerCalls({})
  await loadArea('common')
})

const openAs = async (role: number, path: string) => {
  rememberUser(sampleUser({ role }))
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await router.navigate({ to: path })
  return userEvent.setup()
}

describe('a page that is one row and its words', () => {
  it('is drawn at its path, with its title, for those who may open it', async () => {
    await openAs(10, '/made-up')
    await screen.findByRole('heading', { name: 'Hello there' })
    await waitFor(() => expect(document.title).toMatch(/^Rabbits · /))
    const link = await screen.findByRole('link', { name: 'Rabbits' })
    expect(link.getAttribute('href')).toBe('/made-up')
  })

  it('is not there for others', async () => {
    await openAs(1, '/made-up')
    await waitFor(() => expect(router.state.location.pathname).toBe('/personal'))
    expect(screen.queryByRole('link', { name: 'Rabbits' })).toBeNull()
  })

  it('is found in the palette, by its shortcut, and by whoever mistypes its path', async () => {
    const user = await openAs(100, '/made-upp')
    await screen.findByRole('link', { name: 'Did you mean Rabbits?' })
    await user.keyboard('{Control>}k{/Control}')
    await screen.findByRole('option', { name: /Rabbits/ })
    // What begins with it stands before what only has it.
    await user.type(screen.getByRole('combobox'), 'r')
    const found = screen.getAllByRole('option').map(({ textContent }) => textContent ?? '')
    const begun = found.filter((text) => text.startsWith('R'))
    expect(begun.map((text) => text.slice(0, 7))).toContain('Rabbits')
    expect(found.slice(0, begun.length)).toEqual(begun)
    expect(found.length).toBeGreaterThan(begun.length)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull())
    await user.keyboard('gz')
    await waitFor(() => expect(router.state.location.pathname).toBe('/made-up'))
  })
})
