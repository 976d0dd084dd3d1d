import { describe, expect, it } from 'vitest'
import { applyBatch, type BatchForm, readBatchForm } from './batch-form.ts'
import { ofEach, type PriceTables, priceRow } from './price-tables.ts'

const read = (parts: Partial<BatchForm>) => readBatchForm({ mode: 'price', value: '', completionRatio: '', ...parts })

const empty = ofEach(() => ({}))

describe('setting several models at once', () => {
  it.each([
    ['batchValueMissing', { mode: 'ratio' }],
    ['batchBothMissing', { mode: 'bothRatios' }],
    ['batchBothMissing', { mode: 'bothRatios', value: '1' }],
    ['batchInvalid', { mode: 'price', value: 'x' }],
    ['priceZero', { mode: 'price', value: '0' }],
    ['batchInvalid', { mode: 'bothRatios', value: '1', completionRatio: 'x' }],
    ['amountRange', { mode: 'ratio', value: '-1' }],
  ] as const)('is refused with %s: %j', (fault, parts) => {
    expect(read(parts)).toEqual({ ok: false, fault })
  })

  it('reads what its mode asks for', () => {
    expect(read({ mode: 'price', value: '0.1' })).toEqual({ ok: true, given: { price: 0.1 } })
    expect(read({ mode: 'completionRatio', value: '3' })).toEqual({ ok: true, given: { completionRatio: 3 } })
    expect(read({ mode: 'bothRatios', value: '1', completionRatio: '3' })).toEqual({
      ok: true,
      given: { ratio: 1, completionRatio: 3 },
    })
  })

  it('lets a price take the place of ratios, and a ratio that of a price', () => {
    const tables: PriceTables = {
      ...empty,
      ModelPrice: { a: 0.5 },
      ModelRatio: { b: 1 },
      CompletionRatio: { b: 2 },
    }
    const priced = applyBatch(tables, ['a', 'b'], { price: 0.1 })
    expect(priced).toEqual({ ...empty, ModelPrice: { a: 0.1, b: 0.1 } })
    const rated = applyBatch(tables, ['a', 'b'], { ratio: 3 })
    expect(rated).toEqual({ ...empty, ModelRatio: { a: 3, b: 3 }, CompletionRatio: { b: 2 } })
  })

  it('sets a completion ratio beside what is there', () => {
    const tables: PriceTables = { ...empty, ModelRatio: { b: 1 } }
    expect(priceRow(applyBatch(tables, ['b'], { completionRatio: 5 }), 'b')).toMatchObject({
      ratio: 1,
      completionRatio: 5,
    })
  })
})
