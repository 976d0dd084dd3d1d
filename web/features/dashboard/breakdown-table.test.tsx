import { cleanup } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { UsageBreakdown } from '#contract/logs.ts'
import type { UsagePart } from '#contract/usage-parts.ts'
import { inEachLanguage } from '../../testing/languages.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { keepSavedFiles } from '../../testing/saved-files.ts'
import { screen, within } from '../../testing/screen.ts'
import { BreakdownFile } from './breakdown-file.tsx'
import { BreakdownTable } from './breakdown-table.tsx'

afterEach(cleanup)

const sums = { quota: 10, count: 2, token_used: 20 }
const part = (key: string, times: { p50_ms?: number | null; p95_ms?: number | null }) => ({
  ...{ key, name: '', username: '', before: sums },
  ...sums,
  ...times,
})

const openTable = (by: UsagePart, found: Pick<UsageBreakdown, 'items' | 'total'>) => {
  const breakdown = {
    ...{ ...found, by, parts: found.items.length, before: sums },
    ...{ frame: { start: 0, end: 1, step: 'day' as const, zone: 'UTC' }, username: undefined },
  }
  return renderPage(
    <>
      <BreakdownFile breakdown={breakdown} measure="quota" />
      <BreakdownTable breakdown={breakdown} measure="quota" />
    </>,
    { path: '/dashboard', areas: ['dashboard'] },
  )
}

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
  expect(textsOf('columnheader')).toHaveLength(6)
  expect(textsOf('cell')).toHaveLength(5)
})

it('It is written as a file below the heads of the table: amounts in what the console shows, times in seconds', async () => {
  const { user } = await openTable('model', {
    items: [
      { ...part('quick', { p50_ms: 110, p95_ms: 1101 }), quota: 1_000_000 },
      part('slow', { p50_ms: null, p95_ms: null }),
    ],
    total: { ...sums, quota: 4_000_000, p50_ms: 110, p95_ms: 1101 },
  })
  const saved = keepSavedFiles()
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  await vi.waitFor(() => expect(saved.names).toEqual(['usage-by-model.csv']))
  const [head, ...lines] = (await saved.texts()).join().split('\r\n')
  expect(head).toBe(
    textsOf('columnheader')
      .map((text) => `"${text}"`)
      .join(','),
  )
  expect(lines).toEqual(['"quick",2,0.25,2,20,0.11,1.101,99999', '"slow",0.00002,0.0000025,2,20,"","",0', ''])
  vi.restoreAllMocks()
})
