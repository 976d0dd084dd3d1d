import { useQuery } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Token } from '#contract/tokens.ts'
import { tokens } from '#contract/tokens.ts'
import { granted } from '../testing/answer-calls.ts'
import { renderPage } from '../testing/render-page.tsx'
import { askForProof, useProofAsked } from './proof.ts'
import { pageQueryOf, refresh } from './query.ts'
import { showAtOnce, useShownRows } from './shown-rows.ts'

/** What the server says of the rows, each time when the test lets it. */
let waiting: ((names: readonly string[]) => void)[] = []

beforeEach(() => {
  waiting = []
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: RequestInit) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
        waiting.push((names) => {
          const items = names.map((name, id) => ({ id, name }))
          resolve(new Response(JSON.stringify(granted({ items, page: 1, page_size: 10, total: items.length }))))
        })
      }),
  )
})
function Names() {
  const select = useShownRows(tokens.list)
  const { data } = useQuery({ ...pageQueryOf(tokens.list, { query: {} }), select })
  const asked = useProofAsked()
  return (
    <>
      <p>{data?.items.map(({ name }) => name).join(' ')}</p>
      <button type="button" onClick={() => asked?.answer(true)}>
        It is me
      </button>
    </>
  )
}

const says = async (...names: string[]) => {
  await vi.waitFor(() => expect(waiting.length).toBeGreaterThan(0))
  await act(async () => waiting.shift()?.(names))
}

const rename = (id: number, name: string) => {
  let shown: ReturnType<typeof showAtOnce<Token>> | undefined
  act(() => {
    shown = showAtOnce<Token>(tokens.list, (row) => (row.id === id ? { ...row, name } : row))
  })
  return { accept: () => act(() => shown?.accept()), refuse: () => act(() => shown?.refuse()) }
}

const open = async () => {
  await renderPage(<Names />)
  await says('one', 'two')
  await screen.findByText('one two')
}

describe('A change that is shown at once', () => {
  it('is not undone by rows that were asked for before it was accepted', async () => {
    await open()
    const refreshing = refresh(tokens.list)
    const change = rename(0, 'uno')
    await screen.findByText('uno two')
    change.accept()
    await says('one', 'two')
    await refreshing
    await screen.findByText('uno two')
  })

  it('is not shown while the server asks who it is that changes it, and again once that is told', async () => {
    await open()
    const change = rename(0, 'uno')
    await screen.findByText('uno two')
    act(() => void askForProof())
    await screen.findByText('one two')
    act(() => screen.getByText('It is me').click())
    await screen.findByText('uno two')
    change.refuse()
    await screen.findByText('one two')
  })

  it('ends with rows that were asked for since, whatever they say', async () => {
    await open()
    rename(0, 'uno').accept()
    const refreshing = refresh(tokens.list)
    await screen.findByText('uno two')
    await says('eins', 'two')
    await refreshing
    await screen.findByText('eins two')
  })

  it('of several rows stays with those that were accepted, whatever was asked for before', async () => {
    await open()
    let shown: ReturnType<typeof showAtOnce<Token>> | undefined
    const shout = (row: Token) => ({ ...row, name: row.name.toUpperCase() })
    act(() => {
      shown = showAtOnce<Token>(tokens.list, shout)
    })
    const refreshing = refresh(tokens.list)
    await screen.findByText('ONE TWO')
    act(() => shown?.accept((row) => (row.id === 0 ? shout(row) : row)))
    await screen.findByText('ONE two')
    await says('one', 'two')
    await refreshing
    await screen.findByText('ONE two')
  })

  it('takes only itself away when it is refused', async () => {
    await open()
    const refused = rename(0, 'uno')
    const accepted = rename(1, 'due')
    await screen.findByText('uno due')
    accepted.accept()
    refused.refuse()
    await screen.findByText('one due')
  })
})
