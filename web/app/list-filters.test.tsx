import { cleanup, fireEvent } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { Area } from '../lib/i18n.ts'
import type { Filters } from '../lib/list-filters.ts'
import { useListState } from '../lib/list-state.ts'
import { rememberUser } from '../lib/session.ts'
import { renderPage } from '../testing/render-page.tsx'
import { sampleUser } from '../testing/sample-user.ts'
import { screen } from '../testing/screen.ts'
import { setWidth } from '../testing/test-window.ts'
import { FilterControls } from '../ui/list/filter-controls.tsx'

beforeEach(() => rememberUser(sampleUser({ role: 100 })))
type List = { area: Area; filters: Filters }
const isList = (value: unknown): value is List => typeof value === 'object' && value !== null && 'filters' in value

const allLists = (): List[] => {
  const modules = import.meta.glob<Record<string, unknown>>('../features/**/*-list.tsx', { eager: true })
  return Object.values(modules).flatMap((module) => Object.values(module).filter(isList))
}

const noOrders: readonly string[] = []

/** One filter of a list, and what the list is narrowed by. */
function Narrowed({ area, filters }: List) {
  const state = useListState(filters, noOrders)
  return (
    <>
      {/* seam: the labels of the filters of a list are of its area */}
      <FilterControls area={area} filters={filters as never} state={state as never} choices={{}} range={null} />
      <output>{JSON.stringify(state.filters)}</output>
    </>
  )
}

it('No filter of any list keeps a text that it does not narrow the list by without saying so', async () => {
  const lists = allLists()
  expect(lists.length).toBeGreaterThan(9)
  const told: string[] = []
  for (const { area, filters } of lists) {
    for (const [name, filter] of Object.entries(filters)) {
      if (filter.kind !== 'text' && filter.kind !== 'number') continue
      const { user } = await renderPage(<Narrowed area={area} filters={{ [name]: filter }} />, { areas: [area] })
      if (filter.more) await user.click(screen.getByRole('button', { name: 'More filters' }))
      const box = screen.getByRole('searchbox')
      fireEvent.change(box, { target: { value: 'abc' } })
      fireEvent.keyDown(box, { key: 'Enter' })
      const isRefused = box.getAttribute('aria-invalid') === 'true'
      if (isRefused) expect(screen.getByRole('alert').textContent).not.toBe('')
      await expect
        .poll(() => screen.getByRole('status').textContent, { message: `${area} ${name}` })
        .toBe(isRefused ? '{}' : JSON.stringify({ [name]: 'abc' }))
      if (isRefused) told.push(`${area} ${name}`)
      cleanup()
    }
  }
  expect(told).toEqual(expect.arrayContaining(['logs token_id', 'logs channel']))
})

it.each([1440, 390])('Every list that is narrowed is shown whole again by one button, %i px wide', async (width) => {
  setWidth(width)
  for (const { area, filters } of allLists()) {
    const [name] = Object.entries(filters).find(([, { kind }]) => kind === 'text') ?? []
    if (name === undefined) continue
    const path = `/?${name}=abc`
    const { user } = await renderPage(<Narrowed area={area} filters={filters} />, { areas: [area], path })
    await expect.poll(() => screen.getByRole('status').textContent, { message: area }).not.toBe('{}')
    const folded = screen.queryByRole('button', { name: /^(?:More filters|Filters)/, expanded: false })
    if (folded) await user.click(folded)
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await expect.poll(() => screen.getByRole('status').textContent, { message: area }).toBe('{}')
    cleanup()
  }
})
