import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PriceOffer } from '#contract/price-lists.ts'
import { parseDecimal, toNumber } from '#pricing/decimal.ts'
import { priceDifferences, type ReadList, withOffer } from './price-differences.ts'
import { ofEach, type PriceTables } from './price-tables.ts'

const tables: PriceTables = {
  ...ofEach(() => ({})),
  ModelPrice: { painter: 0.04 },
  ModelRatio: { large: 1.5, small: 0.075 },
  CompletionRatio: { large: 5, small: 4 },
  CacheRatio: { large: 0.1, small: 0.5 },
}
const listOf = (name: string, ...offers: PriceOffer[]): ReadList => ({ name, format: 'models.dev', leftOut: 0, offers })
const large = { model: 'large', by: 'acme', input: '3', output: '15', cacheRead: '0.3' }

describe('what lists of prices ask otherwise', () => {
  it('is nothing where they ask what is set, or nothing of what is used here', () => {
    const offers = [
      large,
      { model: 'small', by: 'acme', input: '0.15', output: '0.6' },
      { model: 'unknown', by: 'acme', input: '1' },
    ]
    expect(priceDifferences(tables, [listOf('one', ...offers)], [])).toEqual([])
  })

  it('is told with what is set and by how much it would change what calls cost', () => {
    const offer = { ...large, input: '6', output: '15' }
    const [difference] = priceDifferences(tables, [listOf('one', offer)], [])
    expect(difference).toMatchObject({
      model: 'large',
      now: { input: 3, output: 15, cacheRead: 0.3 },
      asked: [{ list: 'one', offer, change: { least: 0, most: 1 } }],
    })
  })

  it('has a model without a price, whose change nobody knows', () => {
    const [difference] = priceDifferences(
      tables,
      [listOf('one', { model: 'fresh', by: 'acme', input: '1' })],
      ['fresh'],
    )
    expect(difference).toMatchObject({ model: 'fresh', now: undefined, asked: [{ change: undefined }] })
  })

  it('puts first what most of them ask, and keeps the others beside it', () => {
    const [dear, cheap] = [
      { ...large, input: '9' },
      { ...large, input: '4' },
    ]
    const lists = [listOf('one', dear, { ...cheap, by: 'reseller' }), listOf('two', cheap)]
    const [difference] = priceDifferences(tables, lists, [])
    expect(difference?.asked.map(({ list, offer }) => `${list} ${offer.by} ${offer.input}`)).toEqual([
      'one reseller 4',
      'two acme 4',
      'one acme 9',
    ])
  })

  it('tells a price for a call beside prices for tokens', () => {
    const [difference] = priceDifferences(tables, [listOf('one', { model: 'painter', by: 'acme', input: '5' })], [])
    expect(difference).toMatchObject({ now: { perCall: 0.04 }, asked: [{ costs: { input: 5 }, change: undefined }] })
  })
})

describe('an offer that is taken', () => {
  it('sets what it tells and leaves the rest', () => {
    const without = withOffer(tables, { model: 'large', by: 'acme', input: '4' })
    expect([without.ModelRatio.large, without.CompletionRatio.large, without.CacheRatio.large]).toEqual([2, 5, 0.1])
    const perCall = withOffer(tables, { model: 'large', by: 'acme', perCall: '0.2' })
    expect([perCall.ModelPrice.large, perCall.ModelRatio.large, perCall.CompletionRatio.large]).toEqual([
      0.2,
      undefined,
      undefined,
    ])
    const byTokens = withOffer(tables, { model: 'painter', by: 'acme', input: '5', output: '10' })
    expect([byTokens.ModelPrice.painter, byTokens.ModelRatio.painter, byTokens.CompletionRatio.painter]).toEqual([
      undefined,
      2.5,
      2,
    ])
  })

  it('is no difference any more, and charges its dollars to the unit for as many tokens as a model takes', () => {
    const price = fc.integer({ min: 1, max: 99_999_999 }).map((digits) => toNumber(parseDecimal(`${digits}e-5`)))
    fc.assert(
      fc.property(price, price, (input, output) => {
        const offer = { model: 'large', by: 'acme', input: String(input), output: String(output) }
        const taken = withOffer(tables, offer)
        expect(priceDifferences(taken, [listOf('one', offer)], [])).toEqual([])
        const charged = 40_000_000 * (taken.ModelRatio.large ?? 0) * (taken.CompletionRatio.large ?? 0)
        expect(Math.abs(charged - (40_000_000 * output) / 2)).toBeLessThan(0.5)
      }),
    )
  })
})
