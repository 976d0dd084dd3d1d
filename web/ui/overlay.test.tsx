import { act, screen, waitFor } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { lazyPart } from '../lib/lazy-part.tsx'
import { renderPage } from '../testing/render-page.tsx'
import { Boundary } from './boundary.tsx'
import { Overlay, usePresence } from './overlay.tsx'

/** Code that comes, or does not, as the test says; counts how often it was asked for. */
const createSource = (Part: () => ReactNode = () => <p>the part</p>) => {
  const source = { isThere: true, asked: 0 }
  const load = async () => {
    source.asked += 1
    if (!source.isThere) throw new TypeError('Failed to fetch dynamically imported module')
    return { Part }
  }
  return { source, Lazy: lazyPart(load, 'Part') }
}

/** A page with a button that opens something. */
function Page({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'close' : 'open'}
      </button>
      <Overlay onClose={() => setOpen(false)}>{isOpen && children}</Overlay>
    </>
  )
}

const press = (name: string) => act(async () => screen.getByRole('button', { name }).click())

describe('What opens over a page', () => {
  it('and does not come closes, says so, and comes at the next opening when it can', async () => {
    const { source, Lazy } = createSource()
    await renderPage(
      <Page>
        <Lazy />
      </Page>,
    )
    source.isThere = false
    await press('open')
    expect(await screen.findByText('The code of this part could not be loaded')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'open' })).toBeTruthy()
    expect(source.asked).toBe(2)
    source.isThere = true
    await press('open')
    expect(await screen.findByText('the part')).toBeTruthy()
    expect(source.asked).toBe(3)
  })

  it('and was pointed at while the network was away is asked for again when it is opened', async () => {
    const { source, Lazy } = createSource()
    await renderPage(
      <Page>
        <Lazy />
      </Page>,
    )
    source.isThere = false
    await act(() => Lazy.preload())
    expect(screen.queryByText('The code of this part could not be loaded')).toBeNull()
    source.isThere = true
    await press('open')
    expect(await screen.findByText('the part')).toBeTruthy()
  })

  it('and fails while it is drawn closes, and the page goes on', async () => {
    const { Lazy } = createSource(() => {
      throw new Error('a fault of its own')
    })
    const spoken = vi.spyOn(console, 'error').mockImplementation(() => {})
    await renderPage(
      <Page>
        <Lazy />
      </Page>,
    )
    await press('open')
    expect(await screen.findByText('This page ran into an error')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'open' })).toBeTruthy()
    spoken.mockRestore()
  })

  it('is seen closing with what it showed, and begins anew when it is opened again meanwhile', async () => {
    let begun = 0
    const closing: (() => void)[] = []
    function Window() {
      const { isOpen, onGone } = usePresence()
      const [number] = useState(() => {
        begun += 1
        return begun
      })
      closing.push(onGone)
      return <p>{`${isOpen ? 'open' : 'closing'} ${number}`}</p>
    }
    await renderPage(
      <Page>
        <Window />
      </Page>,
    )
    await press('open')
    const first = begun
    expect(screen.getByText(`open ${first}`)).toBeTruthy()
    await press('close')
    expect(screen.getByText(`closing ${first}`)).toBeTruthy()
    await press('open')
    expect(screen.getByText(`open ${begun}`)).toBeTruthy()
    expect(begun).toBe(first + 1)
    await press('close')
    act(() => closing.at(-1)?.())
    await waitFor(() => expect(screen.queryByText(/closing/)).toBeNull())
  })
})

describe('A part of a page', () => {
  it('that does not come leaves the rest, says why, and is asked for again by hand', async () => {
    const { source, Lazy } = createSource()
    source.isThere = false
    await renderPage(
      <>
        <p>the rest</p>
        <Boundary>
          <Lazy />
        </Boundary>
      </>,
    )
    expect(await screen.findByRole('alert')).toBeTruthy()
    expect(screen.getByText('the rest')).toBeTruthy()
    source.isThere = true
    await press('Try again')
    expect(await screen.findByText('the part')).toBeTruthy()
  })
})
