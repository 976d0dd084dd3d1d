import { useLocation } from '@tanstack/react-router'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createStore, useStore } from '../lib/store.ts'
import { renderPage } from '../testing/render-page.tsx'
import { DataTable } from './data-table.tsx'
import { Empty } from './empty.tsx'

type Row = { id: string }

const rows: readonly Row[] = [{ id: 'ann' }, { id: 'bob' }]
const rowsStore = createStore<readonly Row[] | undefined>(rows)
const columns = [{ id: 'id', label: 'Name', card: 'title', cell: ({ id }: Row) => id }] as const

function List() {
  return (
    <DataTable<Row>
      label="People"
      columns={columns}
      rows={useStore(rowsStore)}
      rowId={({ id }) => id}
      rowName={({ id }) => id}
      record={{ look: () => {}, canLook: () => true, page: ({ id }) => `/user/${id}` }}
      empty={<Empty kind="first" title="Nobody yet" />}
    />
  )
}

function Pages() {
  const { pathname } = useLocation()
  return (
    <main tabIndex={-1}>
      {pathname === '/user' ? <List /> : <h1>{pathname}</h1>}
      <input aria-label="Search" />
    </main>
  )
}

const openBob = async () => {
  rowsStore.set(rows)
  const page = await renderPage(<Pages />, { path: '/user' })
  await page.user.click(screen.getByRole('link', { name: 'bob' }))
  await screen.findByRole('heading', { name: '/user/bob' })
  const goBack = () => act(async () => page.router.history.back())
  return { goBack }
}

const isFocused = (name: string) => document.activeElement?.textContent === name

it('whoever comes back to a list has the focus at the row that he left it from', async () => {
  const { goBack } = await openBob()
  await goBack()
  await waitFor(() => expect(isFocused('bob')).toBe(true))
})

it('the focus waits at the page for rows that come later', async () => {
  const { goBack } = await openBob()
  rowsStore.set(undefined)
  await goBack()
  act(() => document.querySelector('main')?.focus())
  act(() => rowsStore.set(rows))
  await waitFor(() => expect(isFocused('bob')).toBe(true))
})

it('the focus is not taken from where somebody has put it meanwhile', async () => {
  const { goBack } = await openBob()
  rowsStore.set(undefined)
  await goBack()
  act(() => screen.getByRole('textbox', { name: 'Search' }).focus())
  act(() => rowsStore.set(rows))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Search' }))
})
