import { cleanup } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { UsageBreakdown } from '#contract/logs.ts'
import type { UsagePart } from '#contract/usage-parts.ts'
import { rememberUser } from '../../lib/session.ts'
import { inEachLanguage } from '../../testing/languages.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleUser } from '../../testing/sample-user.ts'
import { keepSavedFiles } from '../../testing/saved-files.ts'
import { screen, within } from '../../testing/screen.ts'
import { BreakdownFile } from './breakdown-file.tsx'
import { BreakdownTable } from './breakdown-table.tsx'

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

const linksOf = () =>
  screen.getAllByRole('link').map((link) => {
    const { pathname, searchParams } = new URL(link.getAttribute('href') ?? '', 'http://127.0.0.1')
    const { start_timestamp: _start, end_timestamp: _end, ...search } = Object.fromEntries(searchParams)
    return [link.getAttribute('aria-label') ?? link.textContent, pathname, search]
  })

it('A vendor leads to its channels, and one whose channels are gone nowhere', async () => {
  await openTable('vendor', { items: [{ ...part('14', {}), name: 'Some vendor' }, part('0', {})], total: sums })
  screen.getByText('Deleted channels')
  expect(linksOf()).toEqual([['Some vendor', '/channel', { type: '14' }]])
})

it('An own token leads to its page, another’s to its calls, and what no token made to what has its name', async () => {
  rememberUser(sampleUser({ username: 'ada' }))
  await openTable('token', {
    items: [
      { ...part('5', {}), name: 'laptop', username: 'ada' },
      { ...part('6', {}), name: 'phone', username: 'boris' },
      { ...part('0', {}), name: 'playground-default', username: 'boris' },
    ],
    total: sums,
  })
  expect(linksOf()).toEqual([
    ['laptop', '/token/5', {}],
    ['Entries of laptop', '/log', { token_id: '5' }],
    ['phone', '/log', { token_id: '6' }],
    ['playground-default', '/log', { token_name: 'playground-default', username: 'boris' }],
  ])
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
  cleanup()
  const again = await openTable('user', { items: [{ ...part('3', {}), name: 'anna', failed: 7 }], total: sums })
  await again.user.click(screen.getByRole('button', { name: 'Export CSV' }))
  await vi.waitFor(async () =>
    expect((await saved.texts()).at(-1)).toContain('"Requests","Failed","Tokens","Change"\r\n"anna",0.00002,1,2,7,20,'),
  )
  vi.restoreAllMocks()
})

it.each(['model', 'group', 'user'] as const)('What has no %s leads to no log of everything', async (by) => {
  await openTable(by, {
    items: [{ ...part(by === 'user' ? '0' : '', {}) }, { ...part('7', {}), name: 'named' }],
    total: { ...sums, quota: 20 },
  })
  const rows = screen.getAllByRole('row').slice(1, 3)
  expect(rows.map((row) => within(row).queryAllByRole('link').length > 0)).toEqual([false, true])
})

it('A model stands behind the mark of its maker, and one that has none stands alone', async () => {
  await openTable('model', {
    items: [{ ...part('gpt-4o', {}), mark: 'openai' }, { ...part('river', {}), mark: '' }, part('', {})],
    total: sums,
  })
  const heads = screen.getAllByRole('rowheader')
  const marks = heads.map((head) => head.querySelector('use')?.getAttribute('href'))
  expect(marks).toEqual(['/marks.svg#openai', undefined, undefined])
  expect(heads.map(({ textContent }) => textContent?.slice(0, 6))).toEqual(['gpt-4o', 'river', 'No mod'])
})
