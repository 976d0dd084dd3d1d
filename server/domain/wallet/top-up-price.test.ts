import fc from 'fast-check'
import { expect, it } from 'vitest'
import { centsOfYuan, topUpCents, yuanText } from './top-up-price.ts'

const priceOf = (dollars: number, price: number, groupRatio?: number) =>
  yuanText(topUpCents({ quota: dollars * 500_000, quotaPerDollar: 500_000, price, groupRatio }))

it('is dollars times price times the ratio of the group, to the nearest hundredth', () => {
  expect(priceOf(1, 7.3)).toBe('7.30')
  expect(priceOf(10, 7.3, 0.9)).toBe('65.70')
  expect(priceOf(3, 0.335)).toBe('1.01')
  expect(priceOf(1, 0.004)).toBe('0.00')
  expect(priceOf(1_000_000, 7.3, 1.1)).toBe('8030000.00')
})

it('takes a ratio that is missing or 0 for none', () => {
  expect(priceOf(2, 7.3, 0)).toBe('14.60')
  expect(priceOf(2, 7.3, undefined)).toBe('14.60')
})

it('counts single units of quota', () => {
  expect(yuanText(topUpCents({ quota: 750_001, quotaPerDollar: 500_000, price: 7.3, groupRatio: 1 }))).toBe('10.95')
})

it('reads every amount it writes, and nothing that is not exactly an amount', () => {
  fc.assert(fc.property(fc.nat(), (cents) => centsOfYuan(yuanText(cents)) === cents))
  expect([centsOfYuan('7'), centsOfYuan('7.3'), centsOfYuan('7.30')]).toEqual([700, 730, 730])
  for (const text of ['', '-7', '7.', '.5', '7.301', '7,30', '7.30 ', '1e3', '0x7', '٧', '7.30.1']) {
    expect([text, centsOfYuan(text)]).toEqual([text, undefined])
  }
})
