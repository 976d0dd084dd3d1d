import { expect, it } from 'vitest'
import type { Redemption } from '#contract/redemptions.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { RedemptionKind, usesOf } from './redemption-cells.tsx'
import { redemptionList } from './redemption-list.tsx'
import { RedemptionStatus } from './redemption-status.tsx'

const code = (changes: Partial<Redemption>): Redemption => ({
  ...{ id: 1, name: 'spring', key: 'k', status: 1, quota: 1, is_gift: false, max_uses: -1, used_count: 0 },
  ...{ used_user_id: 0, valid_from: 0, valid_until: 0, created_time: 1, redeemed_time: 0, ...changes },
})

it('The list of codes has its columns, and hides three at first', () => {
  expect(redemptionList.columns.map(({ id }) => id)).toEqual([
    ...['id', 'name', 'status', 'key', 'quota', 'kind', 'uses', 'user', 'batch', 'created', 'redeemed', 'validity'],
  ])
  expect(redemptionList.hidden).toEqual(['batch', 'redeemed', 'validity'])
})

it('Every status and kind of a code has its word', async () => {
  const codes = [1, 2, 3].flatMap((status) => [code({ status }), code({ status, is_gift: true })])
  const { container } = await renderPage(
    codes.map((each) => (
      <li key={`${each.status} ${each.is_gift}`}>
        <RedemptionStatus redemption={each} /> <RedemptionKind isGift={each.is_gift} />
      </li>
    )),
    { areas: ['redemptions'] },
  )
  expect([...container.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    ...[
      'Unused Single-use',
      'Available Gift code',
      'Disabled Single-use',
      'Disabled Gift code',
      'Used Single-use',
      'Used up Gift code',
    ],
  ])
})

it('A code is greyed once it is disabled or used, a gift once all its uses are gone', () => {
  const isMuted = (changes: Partial<Redemption>) => redemptionList.isMuted?.(code(changes))
  expect([1, 2, 3].map((status) => isMuted({ status }))).toEqual([false, true, true])
  expect(isMuted({ is_gift: true, max_uses: 3, used_count: 2 })).toBe(false)
  expect(isMuted({ is_gift: true, max_uses: 3, used_count: 3, status: 3 })).toBe(true)
})

it('An unused code that has expired says so, is greyed, and is found by that', async () => {
  const gone = code({ valid_until: 1 })
  const rows = [gone, code({ valid_until: 99_000_000_000 }), code({ valid_until: 1, status: 2 })]
  const { container } = await renderPage(
    rows.map((each) => (
      <li key={`${each.status} ${each.valid_until}`}>
        <RedemptionStatus redemption={each} />
      </li>
    )),
    { areas: ['redemptions'] },
  )
  const statuses = ['Expired', 'Unused', 'Disabled']
  expect([...container.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual(statuses)
  expect(redemptionList.isMuted?.(gone)).toBe(true)
  const status = redemptionList.columns.find(({ id }) => id === 'status')
  expect(rows.map((each) => status?.filterBy?.(each))).toEqual([
    { status: 'expired' },
    { status: '1' },
    { status: '2' },
  ])
  expect(
    (['1', 'expired', undefined] as const).map((wanted) => redemptionList.query?.({ status: wanted }).status),
  ).toEqual([...['remaining', 'expired', undefined]])
})

it('How often a code was used is told beside how often it may be', () => {
  expect(usesOf(code({ used_count: 1 }))).toBe('1/1')
  expect(usesOf(code({ is_gift: true, max_uses: 5, used_count: 2 }))).toBe('2/5')
  expect(usesOf(code({ is_gift: true, used_count: 2 }))).toBe('2/∞')
})
