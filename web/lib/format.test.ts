import { describe, expect, it } from 'vitest'
import { formatCompact, formatMoney, formatPrice, formatQuota } from '#contract/money-text.ts'
import { formatDuration, formatsFor } from './format.ts'

const currency = { quota_per_unit: 500_000, display_in_currency: true }
const numbers = { quota_per_unit: 500_000, display_in_currency: false }

describe('An amount of quota', () => {
  it.each([
    [500_000, '$1.00'],
    [617_283, '$1.23'],
    [0, '$0.00'],
    [-250_000, '-$0.50'],
    [-1, '$0.00'],
    [617_283_945_000, '$1,234,567.89'],
  ])('%i is %s in currency', (quota, text) => {
    expect(formatQuota(quota, currency)).toBe(text)
  })

  it('has six decimals in logs', () => {
    expect(formatQuota(1, currency, 6)).toBe('$0.000002')
    expect(formatQuota(1234, currency, 6)).toBe('$0.002468')
  })

  it('is a compact number when the operator turned currency off', () => {
    expect(formatQuota(617_283, numbers)).toBe('617.3k')
    expect(formatQuota(1234, numbers, 6)).toBe('1.2k')
  })

  it('follows the operator’s quota per unit', () => {
    expect(formatQuota(1_000_000, { quota_per_unit: 1_000_000, display_in_currency: true })).toBe('$1.00')
  })
})

describe('A price', () => {
  it.each([
    [2.5, '$2.50'],
    [10, '$10.00'],
    [0.075, '$0.075'],
    [0.0001, '$0.0001'],
    [0.15 / 1000, '$0.00015'],
    [0.00001, '$0.00001'],
    [-0.000002, '-$0.000002'],
    [1e-9, '$0.000000001'],
    [0.1 + 0.2, '$0.30'],
    [1 / 3, '$0.33333333'],
    [0, '$0.00'],
  ])('%d has the digits it needs: %s', (dollars, text) => {
    expect(formatPrice(dollars)).toBe(text)
  })
})

describe('A compact number', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1k'],
    [1250, '1.3k'],
    [999_949, '999.9k'],
    [999_950, '1M'],
    [2_500_000, '2.5M'],
    [999_950_000, '1B'],
    [7_100_000_000, '7.1B'],
    [-1500, '-1.5k'],
  ])('%i is %s', (value, text) => {
    expect(formatCompact(value)).toBe(text)
  })
})

it('A length of time is told in its two largest units', () => {
  expect([0, 0.84, 42, 60, 185, 3600, 3900].map(formatDuration)).toEqual([
    '0 s',
    '0.8 s',
    '42 s',
    '1 min',
    '3 min 5 s',
    '1 h',
    '1 h 5 min',
  ])
})

it('Money keeps the decimals it is asked for', () => {
  expect(formatMoney(2.5)).toBe('$2.50')
  expect(formatMoney(0.1234567, 6)).toBe('$0.123457')
})

describe('A page in either language', () => {
  const en = formatsFor('en', currency)
  const zh = formatsFor('zh', currency)
  const secondsOf = (...parts: [number, number, number, number?, number?, number?]) =>
    new Date(...parts).getTime() / 1000

  it('tells the hour of the whole day, midnight as 00', () => {
    const [morning, afternoon] = [secondsOf(2026, 0, 5, 3, 4, 5), secondsOf(2026, 0, 5, 15, 4, 5)]
    expect([en.dateTime(morning), en.dateTime(afternoon)]).toEqual(['01/05/2026, 03:04:05', '01/05/2026, 15:04:05'])
    expect([zh.dateTime(morning), zh.dateTime(afternoon)]).toEqual(['2026/01/05 03:04:05', '2026/01/05 15:04:05'])
    expect(en.dateTime(secondsOf(2026, 0, 5))).toContain('00:00:00')
    expect([en.date(afternoon), zh.date(afternoon)]).toEqual(['01/05/2026', '2026/01/05'])
  })

  it.each([
    [0, 'now'],
    [-1, '1 second ago'],
    [-59, '59 seconds ago'],
    [-60, '1 minute ago'],
    [-119, '1 minute ago'],
    [-3599, '59 minutes ago'],
    [-3600, '1 hour ago'],
    [-86_399, '23 hours ago'],
    [-86_400, 'yesterday'],
    [-2_591_999, '29 days ago'],
    [-2_592_000, 'last month'],
    [-31_535_999, '12 months ago'],
    [-31_536_000, 'last year'],
    [-3 * 31_536_000, '3 years ago'],
    [90, 'in 1 minute'],
    [7199, 'in 1 hour'],
    [2 * 86_400, 'in 2 days'],
  ])('%i seconds from now is told whole, never more than has passed: %s', (difference, text) => {
    expect(en.relative(1_700_000_000 + difference, 1_700_000_000)).toBe(text)
  })

  it('shows amounts as the operator chose, each choice by itself', () => {
    expect([en.quota(617_283), en.cost(1), en.dollars(250_000), en.number(1234.5)]).toEqual([
      '$1.23',
      '$0.000002',
      '$0.50',
      '1,234.5',
    ])
    const other = formatsFor('en', { quota_per_unit: 1_000_000, display_in_currency: true })
    expect([other.quota(1_000_000), formatsFor('en', numbers).quota(1_000_000)]).toEqual(['$1.00', '1M'])
    expect(zh.relative(1, 61)).toBe('1分钟前')
    expect(formatsFor('en', currency)).toBe(en)
  })
})
