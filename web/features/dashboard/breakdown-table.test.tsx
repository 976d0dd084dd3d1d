import { cleanup } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { UsageBreakdown } from '#contract/logs.ts'
import type { UsagePart } from '#contract/usage-parts.ts'
import { inEachLanguage } from '../../testing/languages.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { screen, within } from '../../testing/screen.ts'
import { BreakdownTable } from './breakdown-table.tsx'

afterEach(cleanup)

const sums = { quota: 10, count: 2, token_used: 20 }
const part = (key: string, times: { p50_ms?: number | null; p95_ms?: number | null }) => ({
  ...{ key, name: '', username: '', before: sums },
  ...sums,
  ...times,
})

const openTable = (by: UsagePart, found: Pick<UsageBreakdown, 'items' | 'total'>) =>
  renderPage(
    <BreakdownTable
      breakdown={{
        ...{ ...found, by, parts: found.items.length, before: sums },
        ...{ frame: { start: 0, end: 1, step: 'day', zone: 'UTC' }, username: undefined },
      }}
      measure="quota"
    />,
    { path: '/dashboard', areas: ['dashboard'] },
  )

const textsOf = (role: string) => screen.getAllByRole(role).map(({ textContent }) => textContent)

it('Models tell how long their answers took, with a dash where none was counted', async () => {
  await openTable('model', {
    items: [
      part('quick', { p50_ms: 110, p95_ms: 1101 }),
      part('slow', { p50_ms: 11_007, p95_ms: 185_000 }),
      part('broken', { p50_ms: null, p95_ms: null }),
    ],
    total: { ...sums, quota: 30, p50_ms: 110, p95_ms: 185_000 },
  })
  const times = screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell'))
    .map((cells) => cells.slice(4, 6).map(({ textContent }) => textContent))
  expect(textsOf('columnheader').slice(5, 7)).toEqual(['Median time', '95% within'])
  expect(times).toEqual([
    ['110 ms', '1.1 s'],
    ['11 s', '3 min 5 s'],
    ['–', '–'],
  ])
})

inEachLanguage('Times are told, and how exact they are, where they are counted by it', async () => {
  await openTable('channel', { items: [part('3', { p50_ms: null, p95_ms: null })], total: { ...sums, p50_ms: null } })
  screen.getByRole('columnheader', { name: 'Median time' })
  screen.getByRole('columnheader', { name: '95% within' })
  screen.getByText('Times are of responses that came to their end, accurate to about 10%.')
  cleanup()
  await openTable('user', { items: [part('3', {})], total: sums })
  expect(screen.queryByRole('columnheader', { name: 'Median time' })).toBeNull()
  expect(textsOf('columnheader')).toHaveLength(7)
  expect(textsOf('cell')).toHaveLength(6)
})

inEachLanguage('Users tell how many of their calls failed, and lead to them', async () => {
  await openTable('user', {
    items: [
      { ...part('3', {}), name: 'anna', failed: 1200 },
      { ...part('4', {}), name: 'boris', failed: 0 },
    ],
    total: sums,
  })
  screen.getByRole('columnheader', { name: 'Failed' })
  const link = screen.getByRole('link', { name: '1,200 failed: anna' })
  const { pathname, searchParams } = new URL(link.getAttribute('href') ?? '', 'http://127.0.0.1')
  expect([pathname, searchParams.get('type'), searchParams.get('username')]).toEqual(['/log', '6', 'anna'])
  expect(screen.queryByRole('link', { name: '0 failed: boris' })).toBeNull()
  expect(textsOf('cell').filter((_text, index) => index % 6 === 3)).toEqual(['1,200', '0'])
})
