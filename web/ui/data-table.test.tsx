import { screen, within } from '@testing-library/react'
import { useMemo, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Sort } from '../lib/table-state.ts'
import { renderPage } from '../testing/render-page.tsx'
import { setWidth } from '../testing/test-window.ts'
import type { Column } from './column.ts'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { Empty } from './empty.tsx'
import { useSelection } from './selection.ts'

type Row = { id: number; name: string; children?: Row[] }
const rows: Row[] = [
  { id: 1, name: 'Mei' },
  { id: 2, name: 'Ada' },
  { id: 3, name: 'Zoe' },
]
const drawn: string[] = []
afterEach(() => (drawn.length = 0))

function Harness(props: Partial<DataTableProps<Row>> & { selectable?: boolean }) {
  const { selectable, ...rest } = props
  const selection = useSelection()
  const [sort, setSort] = useState<Sort>()
  const columns = useMemo<Column<Row>[]>(
    () => [
      { id: 'id', label: 'ID', cell: (row) => row.id },
      {
        id: 'name',
        label: 'Name',
        card: 'title',
        sort: 'name',
        cell: (row) => {
          drawn.push(row.name)
          return row.name
        },
      },
    ],
    [],
  )
  const given = 'rows' in rest ? rest.rows : rows
  return (
    <DataTable<Row>
      label="People"
      columns={columns}
      rowId={(row) => String(row.id)}
      rowName={(row) => row.name}
      empty={<Empty kind="first" title="Nobody yet" />}
      sort={sort}
      onSort={setSort}
      {...(selectable ? { selection } : {})}
      {...rest}
      rows={given && sorted(given, sort)}
    />
  )
}

/** As a server would. */
const sorted = (given: readonly Row[], sort: Sort | undefined) => {
  const sign = sort?.direction === 'desc' ? -1 : 1
  return sort ? given.toSorted((left, right) => sign * left.name.localeCompare(right.name)) : given
}

const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell').at(-1)?.textContent)

describe('A table', () => {
  it('sorts up, down and back, and says so to screen readers', async () => {
    const { user } = await renderPage(<Harness />)
    const head = screen.getByRole('columnheader', { name: 'Name' })
    await user.click(within(head).getByRole('button'))
    expect(names()).toEqual(['Ada', 'Mei', 'Zoe'])
    expect(head.getAttribute('aria-sort')).toBe('ascending')
    await user.click(within(head).getByRole('button'))
    expect(names()).toEqual(['Zoe', 'Mei', 'Ada'])
    await user.click(within(head).getByRole('button'))
    expect(names()).toEqual(['Mei', 'Ada', 'Zoe'])
    expect(head.hasAttribute('aria-sort')).toBe(false)
  })

  it('selects rows one by one and all of the page, and shows the state in between', async () => {
    const { user } = await renderPage(<Harness selectable />)
    const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all rows of this page' })
    await user.click(screen.getByRole('checkbox', { name: 'Select row Ada' }))
    expect([all.checked, all.indeterminate]).toEqual([false, true])
    await user.click(all)
    expect(screen.getAllByRole<HTMLInputElement>('checkbox').every((box) => box.checked)).toBe(true)
  })

  it('redraws only the row that is selected', async () => {
    const { user } = await renderPage(<Harness selectable />)
    drawn.length = 0
    await user.click(screen.getByRole('checkbox', { name: 'Select row Ada' }))
    expect([...new Set(drawn)]).toEqual(['Ada'])
  })

  it('has one menu for all rows, which acts on the row it was opened from', async () => {
    const edit = vi.fn()
    const { user } = await renderPage(
      <Harness menu={(row) => [{ label: `Edit ${row.name}`, onSelect: () => edit(row.id) }]} />,
    )
    await user.click(screen.getByRole('button', { name: 'Actions for Zoe' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Edit Zoe' }))
    expect(edit).toHaveBeenCalledExactlyOnceWith(3)
  })

  it('hides columns, but never those that must stay', async () => {
    await renderPage(<Harness hiddenColumns={['id']} />)
    expect(screen.queryByRole('columnheader', { name: 'ID' })).toBeNull()
    expect(screen.getByRole('columnheader', { name: 'Name' })).toBeTruthy()
  })

  it('unfolds details below a row', async () => {
    const { user } = await renderPage(<Harness details={(row) => <p>About {row.name}</p>} />)
    const button = screen.getByRole('button', { name: 'Show details of Ada' })
    await user.click(button)
    expect(screen.getByText('About Ada')).toBeTruthy()
    expect(button.getAttribute('aria-expanded')).toBe('true')
    await user.click(button)
    expect(screen.queryByText('About Ada')).toBeNull()
  })

  it('unfolds rows below a row', async () => {
    const tree = [{ id: 9, name: 'Team', children: rows }]
    const { user } = await renderPage(<Harness rows={tree} subRows={(row) => row.children} />)
    await user.click(screen.getByRole('button', { name: 'Show details of Team' }))
    expect(names()).toEqual(['Team', 'Mei', 'Ada', 'Zoe'])
  })

  it('looks into a row by a click beside its controls, and leads to its page by its name', async () => {
    const look = vi.fn()
    const record = {
      look: ({ name }: Row) => look(name),
      canLook: ({ name }: Row) => name !== 'Mei',
      page: ({ name }: Row) => (name === 'Mei' ? undefined : `/${name}`),
    }
    const { user, router } = await renderPage(<Harness selectable record={record} />)
    await user.click(screen.getByRole('checkbox', { name: 'Select row Ada' }))
    await user.click(screen.getByRole('cell', { name: 'Mei' }))
    expect(look).not.toHaveBeenCalled()
    await user.click(screen.getByRole('cell', { name: 'Ada' }))
    expect(look).toHaveBeenCalledExactlyOnceWith('Ada')
    expect(screen.queryByRole('link', { name: 'Mei' })).toBeNull()
    await user.click(screen.getByRole('link', { name: 'Zoe' }))
    expect(router.state.location.pathname).toBe('/Zoe')
    expect(look).toHaveBeenCalledOnce()
  })
})

describe('Its cards on a phone', () => {
  beforeEach(() => setWidth(390))

  it('are looked into by a tap beside their controls', async () => {
    const look = vi.fn()
    const record = {
      look: ({ name }: Row) => look(name),
      canLook: ({ name }: Row) => name !== 'Mei',
      page: () => undefined,
    }
    const { user } = await renderPage(<Harness selectable record={record} />)
    await user.click(screen.getByRole('checkbox', { name: 'Select row Ada' }))
    await user.click(screen.getByText('Mei'))
    expect(look).not.toHaveBeenCalled()
    await user.click(screen.getByText('Ada'))
    expect(look).toHaveBeenCalledExactlyOnceWith('Ada')
  })

  it('unfold by one where nothing is to be looked into, and are read without folding again', async () => {
    const { user } = await renderPage(<Harness details={(row) => <p>About {row.name}</p>} />)
    await user.click(screen.getByText('Ada'))
    await user.click(screen.getByText('About Ada'))
    expect(screen.getByText('About Ada')).toBeTruthy()
    await user.click(screen.getByText('Ada'))
    expect(screen.queryByText('About Ada')).toBeNull()
  })
})

describe('A table without rows', () => {
  it('says that it is loading, and is no table yet', async () => {
    await renderPage(<Harness rows={undefined} />)
    expect(screen.getAllByRole('status').some((status) => status.textContent === 'Loading')).toBe(true)
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('waits for them in the columns that will be shown', async () => {
    await renderPage(<Harness rows={undefined} hiddenColumns={['id']} skeletonRows={2} />)
    const columns = [...document.querySelectorAll<HTMLElement>('[data-column]')].map(({ dataset }) => dataset.column)
    // The head, and all rows.
    expect(columns).toEqual(['name', 'name'])
  })

  it('takes no more to draw for many than for a few while it waits, and is moved as one', async () => {
    const drawnFor = async (count: number) => {
      const { unmount } = await renderPage(<Harness rows={undefined} skeletonRows={count} />)
      const own = document.querySelectorAll('[data-column], [data-column] *').length
      expect(document.querySelectorAll('.animate-pulse')).toHaveLength(1)
      unmount()
      return own
    }
    expect(await drawnFor(20)).toBe(await drawnFor(2))
  })

  it('shows what an empty list is for', async () => {
    await renderPage(<Harness rows={[]} />)
    expect(screen.getByText('Nobody yet')).toBeTruthy()
  })

  it('says why it could not be loaded, and tries again', async () => {
    const retry = vi.fn()
    const { user } = await renderPage(<Harness rows={undefined} error={new Error('No answer')} onRetry={retry} />)
    expect(screen.getByRole('alert').textContent).toContain('No answer')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(retry).toHaveBeenCalledOnce()
  })

  it('keeps the rows it has when a refresh fails', async () => {
    await renderPage(<Harness error={new Error('No answer')} />)
    expect(names()).toEqual(['Mei', 'Ada', 'Zoe'])
  })
})
