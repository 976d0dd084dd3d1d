import { describe, expect, it } from 'vitest'
import { type Language, languageCodes } from '#contract/languages.ts'
import { formatMoney, formatPrice } from '#contract/money-text.ts'
import { formatsFor } from './format.ts'

const currency = { quota_per_unit: 500_000, display_in_currency: true }
const numbers = { quota_per_unit: 500_000, display_in_currency: false }

const en = formatsFor('en', currency)

describe('An amount of quota', () => {
  it.each([
    [500_000, '$1.00'],
    [617_283, '$1.23'],
    [0, '$0.00'],
    [-250_000, '-$0.50'],
    [1, '$0.000002'],
    [2499, '$0.004998'],
    [2500, '$0.01'],
    [-1, '-$0.000002'],
    [617_283_945_000, '$1,234,567.89'],
  ])('%i is %s in currency', (quota, text) => {
    expect(en.quota(quota)).toBe(text)
  })

  it('has six decimals in logs', () => {
    expect([en.cost(1), en.cost(1234)]).toEqual(['$0.000002', '$0.002468'])
  })

  it('is a compact number when the operator turned currency off', () => {
    expect([formatsFor('en', numbers).quota(617_283), formatsFor('en', numbers).cost(1234)]).toEqual(['617.3k', '1.2k'])
  })

  it('follows the operator’s quota per unit', () => {
    const other = formatsFor('en', { quota_per_unit: 1_000_000, display_in_currency: true })
    expect(other.quota(1_000_000)).toBe('$1.00')
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
    expect(en.compact(value)).toBe(text)
  })

  it('is written as any other where its language does not shorten it', () => {
    const { compact } = formatsFor('zh', currency)
    expect([compact(3960), compact(39_600)]).toEqual(['3,960', '4万'])
  })
})

it('A length of time is told in its two largest units', () => {
  expect([0, 0.84, 42, 60, 185, 3599.7, 3600, 3900].map(en.duration)).toEqual([
    '0 s',
    '0.8 s',
    '42 s',
    '1 min',
    '3 min 5 s',
    '1 h',
    '1 h',
    '1 h 5 min',
  ])
})

it('How long an answer took has no more digits than matter', () => {
  expect([0, 2.4, 840, 999.4, 999.6, 1240, 9949, 9950, 42_300, 185_000].map(en.latency)).toEqual([
    '0 ms',
    '2 ms',
    '840 ms',
    '999 ms',
    '1 s',
    '1.2 s',
    '9.9 s',
    '10 s',
    '42 s',
    '3 min 5 s',
  ])
})

it('A share is told as nothing or as all of it only where it is', () => {
  expect([0, 0.0001, 0.0005, 0.25, 0.9994, 0.9999, 1, 1.5].map(en.percent)).toEqual([
    '0%',
    '<0.1%',
    '0.1%',
    '25%',
    '99.9%',
    '>99.9%',
    '100%',
    '150%',
  ])
})

it('Money keeps the decimals it is asked for', () => {
  expect([formatMoney(2.5), formatMoney(0.1234567, 6)]).toEqual(['$2.50', '$0.123457'])
})

/** The same values in every language: the blank of a thousand and that before a sign may not break a line. */
const written = {
  en: [
    '1,234,567.5',
    '617.3k',
    '7.1B',
    '12.3%',
    '0.034',
    '1.25',
    '$1,234.50',
    '-$0.50',
    '$0.075',
    '+$5',
    '1,234 ms',
    '1.2 s',
    '42 s',
    '1 h 5 min',
  ],
  zh: [
    '1,234,567.5',
    '61.7万',
    '71亿',
    '12.3%',
    '0.034',
    '1.25',
    '$1,234.50',
    '-$0.50',
    '$0.075',
    '+$5',
    '1,234 毫秒',
    '1.2 秒',
    '42 秒',
    '1 小时 5 分钟',
  ],
  ja: [
    '1,234,567.5',
    '61.7万',
    '71億',
    '12.3%',
    '0.034',
    '1.25',
    '$1,234.50',
    '-$0.50',
    '$0.075',
    '+$5',
    '1,234 ms',
    '1.2 秒',
    '42 秒',
    '1 時間 5 分',
  ],
  vi: [
    '1.234.567,5',
    '617,3 N',
    '7,1 T',
    '12,3%',
    '0,034',
    '1,25',
    '1.234,50 $',
    '-0,50 $',
    '0,075 $',
    '+5 $',
    '1.234 mili giây',
    '1,2 giây',
    '42 giây',
    '1 giờ 5 phút',
  ],
  fr: [
    '1 234 567,5',
    '617,3 k',
    '7,1 Md',
    '12,3 %',
    '0,034',
    '1,25',
    '1 234,50 $',
    '-0,50 $',
    '0,075 $',
    '+5 $',
    '1 234 ms',
    '1,2 s',
    '42 s',
    '1 h 5 min',
  ],
  ru: [
    '1 234 567,5',
    '617,3 тыс.',
    '7,1 млрд',
    '12,3 %',
    '0,034',
    '1,25',
    '1 234,50 $',
    '-0,50 $',
    '0,075 $',
    '+5 $',
    '1 234 мс',
    '1,2 с',
    '42 с',
    '1 ч 5 мин',
  ],
} satisfies Record<Language, string[]>

describe.each(languageCodes)('The numbers of %s', (language) => {
  const format = formatsFor(language, currency)

  it('are written as that language writes them', () => {
    const shown = [
      ...[format.number(1_234_567.5), format.compact(617_283), format.compact(7_100_000_000)],
      ...[format.percent(0.1234), format.rate(0.034), format.ratio(1.25)],
      ...[format.quota(617_250_000), format.quota(-250_000), format.price(0.075), format.signedMoney(5)],
      ...[format.milliseconds(1234), format.latency(1240), format.duration(42), format.duration(3900)],
    ]
    expect(shown.map((text) => text.replace(/[\u00a0\u202f]/g, ' '))).toEqual(written[language])
  })

  it('say nothing that English does not: every amount has the digits of the English one', () => {
    const digits = (text: string) => text.replace(/\D/g, '')
    for (const quota of [1, 499, 617_283, 617_283_945_000])
      expect([format.quota(quota), format.cost(quota), format.exactDollars(quota)].map(digits)).toEqual(
        [en.quota(quota), en.cost(quota), en.exactDollars(quota)].map(digits),
      )
  })
})

describe('A page in either language', () => {
  const zh = formatsFor('zh', currency)
  const secondsOf = (...parts: [number, number, number, number?, number?, number?]) =>
    new Date(...parts).getTime() / 1000

  it('tells the hour of the whole day, midnight as 00', () => {
    const [morning, afternoon] = [secondsOf(2026, 0, 5, 3, 4, 5), secondsOf(2026, 0, 5, 15, 4, 5)]
    expect([en.dateTime(morning), en.dateTime(afternoon)]).toEqual(['01/05/2026, 03:04:05', '01/05/2026, 15:04:05'])
    expect([zh.dateTime(morning), zh.dateTime(afternoon)]).toEqual(['2026/01/05 03:04:05', '2026/01/05 15:04:05'])
    expect(en.dateTime(secondsOf(2026, 0, 5))).toContain('00:00:00')
    expect(en.shortTime(afternoon, morning)).toBe('Jan 5, 15:04')
    expect(en.shortRange(morning, afternoon, secondsOf(2027, 0, 5)).replaceAll(/\s/g, ' ')).toBe(
      'Jan 5, 2026, 03:04 – 15:04',
    )
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
    [-86_400, '1 day ago'],
    [-46 * 3600, '1 day ago'],
    [-2_591_999, '29 days ago'],
    [-2_592_000, '1 month ago'],
    [-31_535_999, '12 months ago'],
    [-31_536_000, '1 year ago'],
    [-3 * 31_536_000, '3 years ago'],
    [90, 'in 1 minute'],
    [7199, 'in 1 hour'],
    [46 * 3600, 'in 1 day'],
    [2 * 86_400, 'in 2 days'],
  ])('%i seconds from now is told whole, never more than has passed: %s', (difference, text) => {
    expect(en.relative(1_700_000_000 + difference, 1_700_000_000)).toBe(text)
  })

  it('shows amounts as the operator chose, each choice by itself', () => {
    expect([en.quota(617_283), en.cost(1), en.exactDollars(250_000), en.number(1234.5)]).toEqual([
      '$1.23',
      '$0.000002',
      '$0.50',
      '1,234.5',
    ])
    const other = formatsFor('en', { quota_per_unit: 1_000_000, display_in_currency: true })
    expect([other.quota(1_000_000), formatsFor('en', numbers).quota(1_000_000)]).toEqual(['$1.00', '1M'])
    expect(zh.relative(1, 61)).toBe('1 分钟前')
    expect(formatsFor('en', currency)).toBe(en)
  })
})
