import { waitFor } from '@testing-library/react'
import { Carrot } from 'lucide-react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { idParams, orderBy, pageOf, pageQuery, searchText } from '#contract/fields.ts'
import { auditList } from '../features/audit/audit-list.tsx'
import { channelList } from '../features/channels/list/channel-list.tsx'
import { logList } from '../features/logs/log-list.tsx'
import { redemptionList } from '../features/redemptions/redemption-list.tsx'
import { tokenList } from '../features/tokens/token-list.tsx'
import { userList } from '../features/users/user-list.tsx'
import { type Actions, allRows, countOf, useActions } from '../lib/actions.ts'
import { commandStore } from '../lib/commands.ts'
import { choice, text } from '../lib/list-filters.ts'
import { pagesOf, recordOf } from '../lib/list-rows.ts'
import { queryClient } from '../lib/query.ts'
import { rememberUser } from '../lib/session.ts'
import { keptRows, on, serve } from '../testing/fake-server.ts'
import { renderPage } from '../testing/render-page.tsx'
import { sampleUser } from '../testing/sample-user.ts'
import { screen, within } from '../testing/screen.ts'
import { setWidth } from '../testing/test-window.ts'
import type { ListDefinition } from '../ui/list/list-definition.ts'
import { ListPage } from '../ui/list/list-page.tsx'
import { useList } from '../ui/list/use-list.ts'
import { RecordPage } from '../ui/record-page.tsx'

// What the contract has of the noun; the words stand for those of an area of its own.
const rabbit = z.object({ id: z.int(), name: z.string(), weight: z.int(), colour: z.string(), fed: z.boolean() })
type Rabbit = z.output<typeof rabbit>
const listQuery = z.intersection(pageQuery, z.object({ colour: searchText, ...orderBy(['weight']) }))
const parts = { access: 'user', summary: 'Rabbits' } as const
const rabbits = {
  list: endpoint({ ...parts, method: 'GET', path: '/api/rabbits/', query: listQuery, data: pageOf(rabbit) }),
  read: endpoint({ ...parts, method: 'GET', path: '/api/rabbits/:id', params: idParams, data: rabbit }),
  feed: endpoint({
    ...{ ...parts, method: 'POST', path: '/api/rabbits/feed', data: z.int() },
    body: z.object({ ids: z.array(z.int()) }),
  }),
}

// One entry each: an action, a filter, a column that the server orders by.
const actions: Actions<Rabbit, 'common'> = {
  feed: {
    ...{ label: 'confirm', icon: Carrot, many: true, key: 'f', for: ({ fed }) => !fed },
    run: allRows(rabbits.feed, (ids) => ({ body: { ids } }), countOf),
    show: (row) => ({ ...row, fed: true }),
    done: (_rows, t, count) => t('chosen', { count }),
  },
}
const filters = { colour: choice('language', { white: 'switchLight', black: 'switchDark' }) }
const list: ListDefinition<Rabbit, 'common', typeof filters, object> = {
  ...{ area: 'common', title: 'home', rows: pagesOf(rabbits.list), filters, actions },
  rowName: ({ name }) => name,
  columns: [
    { id: 'name', label: 'account', card: 'title', plain: ({ name }) => name, cell: ({ name }) => name },
    { id: 'weight', label: 'notice', sort: 'weight', plain: ({ weight }) => weight, cell: ({ weight }) => weight },
    { id: 'fed', label: 'docs', cell: ({ fed }) => (fed ? 'full' : 'hungry') },
    { id: 'colour', label: 'language', filterBy: ({ colour }) => ({ colour }), cell: ({ colour }) => colour },
  ],
  live: 'told',
  peek: { draw: ({ colour }) => colour, page: ({ id }) => `/rabbits/${id}` },
}
const tools = {}

function RabbitsPage() {
  return <ListPage list={list} open={useList(list, tools)} />
}
const source = recordOf(rabbits.read)
function RabbitPage() {
  const { ofRow } = useActions(list, tools)
  return (
    <RecordPage source={source} id="2" list="/rabbits" name={({ name }) => name} offers={ofRow}>
      {({ fed }) => (fed ? 'full' : 'hungry')}
    </RecordPage>
  )
}

const serveRabbits = (changes: Partial<Rabbit> = {}) => {
  const kept = keptRows<Rabbit>(
    ['Ada', 'Bo', 'Cleo'].map((name, index) => ({
      ...{
        id: index + 1,
        name,
        weight: (index * 2) % 3,
        colour: index === 1 ? 'black' : 'white',
        fed: false,
        ...changes,
      },
    })),
  )
  serve(
    on(rabbits.list, ({ query }) => kept.page(query, ({ colour }) => colour.includes(query.colour))),
    on(rabbits.read, ({ params }) => kept.one(params.id)),
    on(rabbits.feed, ({ body }) => {
      kept.change(body.ids, { fed: true })
      return body.ids.length
    }),
  )
  return kept
}
const fedOf = ({ rows }: Pick<ReturnType<typeof serveRabbits>, 'rows'>) =>
  rows().flatMap(({ name, fed }) => (fed ? [name] : []))
const shown = () => [...document.querySelectorAll('[data-row] [data-open]')].map(({ textContent }) => textContent)
const open = async (path = '/rabbits') => {
  const kept = serveRabbits()
  const page = await renderPage(<RabbitsPage />, { path })
  await waitFor(() => expect(document.querySelector('[data-row]')).toBeTruthy())
  return { ...page, kept }
}

beforeEach(() => rememberUser(sampleUser()))

describe('a list that is one definition', () => {
  it('has its action in the menu of each row, in the bar of many, beside the row, in the palette and on its key', async () => {
    const { user, kept } = await open()
    await user.click(screen.getByRole('button', { name: 'Actions for Ada' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Confirm' }))
    await waitFor(() => expect(fedOf(kept)).toEqual(['Ada']))

    await user.keyboard('jf')
    await waitFor(() => expect(fedOf(kept)).toEqual(['Ada', 'Cleo']))
    kept.change([1, 2, 3], { fed: false })
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(() => expect(screen.getAllByText('hungry')).toHaveLength(3))

    await user.click(screen.getByRole('checkbox', { name: 'Select row Bo' }))
    await user.click(await screen.findByRole('button', { name: 'Confirm' }))
    await waitFor(() => expect(fedOf(kept)).toEqual(['Bo']))

    screen.getByRole('link', { name: 'Ada' }).focus()
    await user.keyboard('p')
    await screen.findByRole('dialog', { name: 'Ada' })
    commandStore
      .get()
      .find(({ label }) => label === 'Confirm · Ada')
      ?.run()
    await waitFor(() => expect(fedOf(kept)).toEqual(['Ada', 'Bo']))
  })

  it('is ordered by the word of its column, and narrowed by its filter', async () => {
    const { user, router } = await open()
    expect(shown()).toEqual(['Cleo', 'Bo', 'Ada'])
    await user.click(within(screen.getByRole('columnheader', { name: 'Announcement' })).getByRole('button'))
    await waitFor(() => expect(shown()).toEqual(['Ada', 'Cleo', 'Bo']))
    await user.click(screen.getByRole('combobox', { name: 'Language' }))
    await user.click(await screen.findByRole('option', { name: 'Switch to light mode' }))
    await waitFor(() => expect(shown()).toEqual(['Ada', 'Cleo']))
    // Read out as it changes: who does not see the rows hears what is left of them.
    const told = screen.getAllByRole('status').map(({ textContent }) => textContent)
    expect(told).toEqual(expect.arrayContaining(['2 entries', '1–2 of 2']))
    expect(router.state.location.search).toEqual({ sort: 'weight', direction: 'asc', colour: 'white' })
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(shown()).toEqual(['Ada', 'Cleo', 'Bo']))
  })

  it('is narrowed to what a cell holds by a click in it, and keeps the row in focus', async () => {
    const { user, router } = await open()
    const [first = document.body] = screen.getAllByRole('button', { name: 'Only Language: Switch to light mode' })
    await user.click(first)
    await waitFor(() => expect(shown()).toEqual(['Cleo', 'Ada']))
    expect(router.state.location.search).toEqual({ colour: 'white' })
    expect(screen.queryByRole('button', { name: /^Only Language/ })).toBeNull()
    expect(document.activeElement?.textContent).toBe('Cleo')
  })

  it('is narrowed to what a cell holds from the menu of its row where there is no pointer', async () => {
    setWidth(500)
    const { user, router } = await open()
    expect(screen.queryByRole('button', { name: /^Only Language/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Actions for Bo' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Only Language: Switch to dark mode' }))
    await waitFor(() => expect(shown()).toEqual(['Bo']))
    expect(router.state.location.search).toEqual({ colour: 'black' })
    setWidth(1024)
  })

  it('says in words what a phone folds away, where no pointer asks for it', async () => {
    setWidth(500)
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'More' }))
    const folded = ['Live', 'Export CSV', 'Views'].map((name) => screen.getByRole('button', { name }).textContent)
    expect(folded).toEqual(['Live', 'Export CSV', 'Views'])
    setWidth(1024)
  })

  it('says in that menu which filter is meant: of a choice its name, of a text the column, whatever it is', async () => {
    setWidth(500)
    serveRabbits({ name: 'constructor' })
    const sorted = {
      ...{ ...list, filters: { ...filters, name: text('search') } },
      columns: [
        { id: 'name', label: 'account', filterBy: ({ name }) => ({ name }), cell: ({ name }) => name },
        { id: 'look', label: 'notice', filterBy: ({ colour }) => ({ colour }), cell: ({ colour }) => colour },
      ],
    } satisfies ListDefinition<Rabbit, 'common', typeof filters & { name: ReturnType<typeof text<'search'>> }, object>
    function SortedPage() {
      return <ListPage list={sorted} open={useList(sorted, tools)} />
    }
    const { user } = await renderPage(<SortedPage />, { path: '/rabbits' })
    const [first = document.body] = await screen.findAllByRole('button', { name: 'Actions for constructor' })
    await user.click(first)
    await screen.findByRole('menuitem', { name: 'Only Language: Switch to light mode' })
    expect(screen.getByRole('menuitem', { name: 'Only Account: constructor' })).toBeTruthy()
    setWidth(1024)
  })

  it('is written to a file: all that match, or what is selected, in the order that is shown', async () => {
    const files: Promise<string>[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      if (file instanceof Blob) files.push(file.text())
      return 'blob:file'
    })
    const { user } = await open('/rabbits?sort=weight')
    await user.click(screen.getByRole('button', { name: 'Export CSV' }))
    await waitFor(() => expect(files).toHaveLength(1))
    expect(await files[0]).toBe('\ufeff"Account","Announcement"\r\n"Ada",0\r\n"Cleo",1\r\n"Bo",2\r\n')

    await user.click(screen.getByRole('checkbox', { name: 'Select row Ada' }))
    await user.click(screen.getByRole('button', { name: 'Export selected as CSV' }))
    await waitFor(() => expect(files).toHaveLength(2))
    expect(await files[1]).toBe('\ufeff"Account","Announcement"\r\n"Ada",0\r\n')
    vi.restoreAllMocks()
  })

  it('says so when more match than a file takes', async () => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
    serve(
      on(rabbits.list, ({ query: { page, pageSize } }) => ({
        ...{ page, page_size: pageSize, total: 10_050 },
        items: Array.from({ length: pageSize }, (_, place) => ({
          ...{ id: page * 1000 + place, name: 'Ada', weight: 1, colour: 'white', fed: false },
        })),
      })),
    )
    const { user } = await renderPage(<RabbitsPage />, {})
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }))
    await screen.findByText(/first 10,000 of 10,050 rows/)
    vi.restoreAllMocks()
  })

  it('keeps the number of rows in the address, but not the usual one, and clearing filters leaves it', async () => {
    const { user, router } = await open('/rabbits?colour=white')
    const choose = async (size: string) => {
      await user.click(screen.getByRole('combobox', { name: 'Rows per page' }))
      await user.click(await screen.findByRole('option', { name: size }))
    }
    await choose('50')
    await waitFor(() => expect(router.state.location.search).toEqual({ colour: 'white', size: '50' }))
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(router.state.location.search).toEqual({ size: '50' }))
    await choose('10')
    await waitFor(() => expect(router.state.location.search).toEqual({}))
  })

  it('is followed: rows that came are told of, and shown when they are asked for', async () => {
    const { user, kept, router } = await open()
    await user.click(screen.getByRole('button', { name: 'Live' }))
    expect(router.state.location.search).toEqual({ live: 'on' })
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    for (const id of [4, 5]) kept.add({ id, name: `Dora ${id}`, weight: 1, colour: 'white', fed: false })
    // As the tab does that is looked at again.
    await queryClient.refetchQueries({ predicate: ({ queryKey }) => queryKey.includes('count') })
    await screen.findByText('2 new rows')
    expect(shown()).toEqual(['Cleo', 'Bo', 'Ada'])
    await user.click(screen.getByRole('button', { name: '2 new rows' }))
    await waitFor(() => expect(shown()).toEqual(['Dora 5', 'Dora 4', 'Cleo', 'Bo', 'Ada']))
    await waitFor(() => expect(screen.queryByText('2 new rows')).toBeNull())
  })

  it('is looked into where its rows have no page: all their columns, from one to the next, kept in the address', async () => {
    serveRabbits()
    const pageless = { ...list, peek: {} }
    function PagelessPage() {
      return <ListPage list={pageless} open={useList(pageless, tools)} />
    }
    const { user, router } = await renderPage(<PagelessPage />, { path: '/rabbits?peek=2' })
    const bo = within(await screen.findByRole('dialog', { name: 'Bo' }))
    expect(bo.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      ...['Account', 'Announcement', 'Docs', 'Language'],
    ])
    expect(bo.queryByRole('link')).toBeNull()
    await user.keyboard('j')
    await screen.findByRole('dialog', { name: 'Ada' })
    expect(router.state.location.search).toEqual({ peek: '1' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(router.state.location.search).toEqual({})
    await user.click(screen.getByText('Cleo'))
    await screen.findByRole('dialog', { name: 'Cleo' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Actions for Bo' }))
    await user.click(await screen.findByRole('menuitem', { name: 'View details' }))
    await screen.findByRole('dialog', { name: 'Bo' })
  })

  it('has a page for each row, with the same actions', async () => {
    const kept = serveRabbits()
    const { user } = await renderPage(<RabbitPage />, {})
    await screen.findByRole('heading', { name: 'Bo' })
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    await screen.findByText('full')
    expect(fedOf(kept)).toEqual(['Bo'])
    expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull()
  })
})

describe('a list whose rows may stand for several', () => {
  const hutch = z.object({ name: z.string(), ids: z.array(z.int()), children: z.array(rabbit) })
  const hutches = endpoint({
    ...{ ...parts, method: 'GET', path: '/api/rabbits/', query: listQuery },
    data: pageOf(z.union([rabbit, hutch])),
  })
  type Hutch = z.output<typeof hutch> & { id: string }
  const hutchList: ListDefinition<Rabbit | Hutch, 'common', typeof filters, object> = {
    ...{ area: 'common', title: 'home', filters },
    rows: pagesOf(hutches, (row) => ('children' in row ? { ...row, id: `hutch ${row.name}` } : row)),
    rowName: ({ name }) => name,
    columns: [
      { id: 'name', label: 'account', card: 'title', cell: ({ name }) => name },
      { id: 'fed', label: 'docs', cell: (row) => 'fed' in row && (row.fed ? 'full' : 'hungry') },
    ],
    actions: {
      feed: {
        ...{ label: 'confirm', icon: Carrot, many: true, for: (row) => 'fed' in row && !row.fed },
        run: allRows(rabbits.feed, (ids) => ({ body: { ids } }), countOf),
        show: (row) => ({ ...row, fed: true }),
        done: (_rows, t, count) => t('chosen', { count }),
      },
    },
    // All that stand in a hutch are black; one of them comes with it.
    below: () => ({ colour: 'black' }),
  }
  function HutchesPage() {
    return <ListPage list={hutchList} open={useList(hutchList, tools)} />
  }

  it('unfolds them, selects all of them with their row, and changes also those that have not come', async () => {
    const kept = keptRows<Rabbit>(
      ['Ada', 'Bo', 'Cleo'].map((name, index) => ({ id: index + 1, name, weight: 1, colour: 'black', fed: false })),
    )
    serve(
      on(hutches, ({ query }) => {
        const page = kept.page(query)
        const [first = kept.one(1)] = kept.rows()
        const whole = { name: 'Warren', ids: [1, 2, 3], children: [first] }
        return query.colour === 'black' ? page : { ...page, items: [whole], total: 1 }
      }),
      on(rabbits.feed, ({ body }) => {
        kept.change(body.ids, { fed: true })
        return body.ids.length
      }),
    )
    const { user } = await renderPage(<HutchesPage />, {})
    await user.click(await screen.findByRole('checkbox', { name: 'Select row Warren' }))
    expect(screen.queryByText('Ada')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Show details of Warren' }))
    expect(screen.getByRole('checkbox', { name: 'Select row Ada' })).toHaveProperty('checked', true)
    await user.click(screen.getByRole('checkbox', { name: 'Select row Ada' }))
    expect(screen.getByRole('checkbox', { name: 'Select row Warren' })).toHaveProperty('checked', false)
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    await waitFor(() => expect(fedOf(kept)).toEqual(['Bo', 'Cleo']))
    await user.click(screen.getByRole('button', { name: 'Actions for Ada' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Confirm' }))
    await screen.findByText('full')
    expect(fedOf(kept)).toEqual(['Ada', 'Bo', 'Cleo'])
  })
})

it('Lists ask the server for no order that it does not know', () => {
  for (const { rows, columns } of [tokenList, userList, redemptionList, auditList, channelList, logList]) {
    for (const { sort } of columns) {
      if (sort !== undefined) expect([sort, rows.endpoint.query?.safeParse({ sort }).success]).toEqual([sort, true])
    }
  }
})
