import { describe, expect, it } from 'vitest'
import { newPriceForm, type PriceForm, priceFormOf, readPriceForm, withEntry, withMode } from './price-form.ts'
import { noPrices } from './price-tables.ts'

const form = (parts: Partial<PriceForm>): PriceForm => ({ ...newPriceForm('writer'), ...parts })
const isTaken = (name: string) => name === 'known'
const read = (parts: Partial<PriceForm>) => readPriceForm(form(parts), isTaken)
const none = noPrices

describe('the prices of one model', () => {
  it('are ratios as they are typed', () => {
    expect(read({ ratio: '1.25', completionRatio: '4' })).toEqual({
      ok: true,
      name: 'writer',
      prices: { ...none, ratio: 1.25, completionRatio: 4 },
    })
    expect(read({ ratio: '1.25' })).toMatchObject({ prices: { ...none, ratio: 1.25 } })
  })

  it('are ratios that follow from prices per million tokens', () => {
    const prices = { entry: 'price', input: '0.15', output: '0.6' } as const
    expect(read(prices)).toMatchObject({ prices: { ...none, ratio: 0.075, completionRatio: 4 } })
  })

  it('are a price per request', () => {
    expect(read({ mode: 'request', price: '0.04' })).toMatchObject({ prices: { ...none, price: 0.04 } })
  })

  it.each([
    ['name', 'modelNameRequired', { name: '  ', ratio: '1' }],
    ['name', 'modelNameTaken', { name: ' known ', ratio: '1' }],
    ['name', 'modelNameRefused', { name: '__proto__', ratio: '1' }],
    ['ratio', 'numberRequired', { ratio: '' }],
    ['ratio', 'numberRequired', { ratio: '1,5' }],
    ['ratio', 'amountRange', { ratio: '-1' }],
    ['completionRatio', 'numberRequired', { ratio: '1', completionRatio: 'four' }],
    ['input', 'priceZero', { entry: 'price', input: '0', output: '10' }],
    ['output', 'numberRequired', { entry: 'price', input: '1', output: 'x' }],
    ['price', 'numberRequired', { mode: 'request', price: '' }],
    ['price', 'priceZero', { mode: 'request', price: '0' }],
  ] as const)('are refused at %s: %s', (field, fault, parts) => {
    expect(read(parts)).toEqual({ ok: false, faults: { [field]: fault } })
  })

  it('are refused at the name and at the price at once', () => {
    const faults = { name: 'modelNameRequired', ratio: 'numberRequired' }
    expect(read({ name: '', ratio: '' })).toEqual({ ok: false, faults })
  })

  it('are of each kind of tokens what is typed, and what is empty is none of its own', () => {
    const kinds = { ...noPrices.kinds, cacheRead: 0.1, audio: 8, audioOutput: 2 }
    expect(read({ ratio: '1', cacheRead: '0.1', audio: '8', audioOutput: '2' })).toMatchObject({ prices: { kinds } })
    const dollars = { entry: 'price', input: '2', cacheRead: '0.2', audio: '16', audioOutput: '32' } as const
    expect(read(dollars)).toMatchObject({ prices: { ratio: 1, kinds } })
    expect(read({ ...dollars, image: 'x' })).toEqual({ ok: false, faults: { image: 'numberRequired' } })
  })
})

describe('the ways of entering prices', () => {
  it('per request clears the ratios, per token clears the price', () => {
    const ratios = withMode(form({ ratio: '1', completionRatio: '2', input: '2', output: '4' }), 'request')
    expect(ratios).toMatchObject({ mode: 'request', ratio: '', completionRatio: '', input: '', output: '' })
    expect(withMode(form({ mode: 'request', price: '0.1' }), 'token')).toMatchObject({ mode: 'token', price: '' })
  })

  it('carry what is typed from one to the other and back', () => {
    const prices = withEntry(form({ ratio: '1.25', completionRatio: '4' }), 'price')
    expect(prices).toMatchObject({ input: '2.5', output: '10' })
    const kinds = { cacheWrite: '1.25', image: '0.5', audioOutput: '3' }
    const priced = withEntry(form({ ratio: '1', ...kinds }), 'price')
    expect(priced).toMatchObject({ cacheWrite: '2.5', image: '1', cacheRead: '', audioOutput: '6' })
    expect(withEntry(priced, 'ratio')).toMatchObject({ ...kinds, cacheRead: '' })
    expect(withEntry({ ...prices, input: '5' }, 'ratio')).toMatchObject({ ratio: '2.5', completionRatio: '2' })
  })

  it('open a model in the mode it is priced in', () => {
    expect(priceFormOf({ ...none, name: 'painter', price: 0.04 })).toMatchObject({ mode: 'request', price: '0.04' })
    expect(priceFormOf({ ...none, name: 'painter', price: 0.04, ratio: 2 })).toMatchObject({ ratio: '' })
    expect(priceFormOf({ ...none, name: 'writer', ratio: 2 })).toMatchObject({ mode: 'token', ratio: '2' })
  })
})
