import { useLocation, useSearch } from '@tanstack/react-router'
import { act } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPage } from '../testing/render-page.tsx'
import { ShownSearch, useShownSearch } from './shown-search.tsx'

/** What each drawing had of the address, beside what was to be shown of it. */
const openList = async (path: string) => {
  const drawn: string[] = []
  function Probe() {
    const asked = useSearch({ strict: false })
    drawn.push(`${JSON.stringify(asked)} as ${JSON.stringify(useShownSearch())}`)
    return null
  }
  function Frame() {
    return (
      <ShownSearch pathname={useLocation({ select: ({ pathname }) => pathname })}>
        <Probe />
      </ShownSearch>
    )
  }
  const { router } = await renderPage(<Frame />, { path })
  const goTo = async (to: string): Promise<readonly string[]> => {
    drawn.length = 0
    await act(() => router.navigate({ to }))
    return drawn
  }
  return goTo
}

it('the page that is turned to is told at once, and its rows are drawn after it', async () => {
  const goTo = await openList('/user?page=2&group=vip')
  const drawn = await goTo('/user?page=3&group=vip')
  expect(drawn[0]).toBe('{"page":"3","group":"vip"} as {"page":"2","group":"vip"}')
  expect(drawn.at(-1)).toBe('{"page":"3","group":"vip"} as {"page":"3","group":"vip"}')
})

it.each(['/user?page=2&group=svip', '/user?group=svip', '/user?page=2&group=vip&peek=7', '/token?page=3&group=vip'])(
  'nothing else is ever drawn as it was before: %s',
  async (to) => {
    const goTo = await openList('/user?page=2&group=vip')
    for (const pair of await goTo(to)) {
      const [asked, shown] = pair.split(' as ')
      expect(shown).toBe(asked)
    }
  },
)
