import { describe, expect, it } from 'vitest'
import {
  isNamed,
  noPrices,
  priceRows,
  readTables,
  removeModel,
  setPrices,
  unsetModels,
  writeTables,
} from './price-tables.ts'

const texts = {
  ModelPrice: '{"painter": 0.04}',
  ModelRatio: '{"writer-10": 1, "writer-2": 2.5}',
  CompletionRatio: '{"writer-2": 4, "leftover": 2}',
  CacheRatio: '{"writer-2": 0.1}',
  ImageRatio: '{"writer-2": 2}',
  ...{ CreateCacheRatio: '{}', AudioRatio: '{}', AudioCompletionRatio: '{}' },
}
const tablesOf = (change: Partial<typeof texts> = {}) => {
  const read = readTables({ ...texts, ...change })
  if (!read.ok) throw new Error(`${read.option} cannot be read`)
  return read.tables
}
const { kinds: noKinds, ...none } = noPrices
const known = { ...noKinds, cacheRead: 0.1, image: 2 }

describe('the tables of prices', () => {
  it('become one row per model that any of them names, by name', () => {
    expect(priceRows(tablesOf())).toEqual([
      { ...noPrices, name: 'leftover', completionRatio: 2 },
      { ...noPrices, name: 'painter', price: 0.04 },
      { ...none, name: 'writer-2', ratio: 2.5, completionRatio: 4, kinds: known },
      { ...noPrices, name: 'writer-10', ratio: 1 },
    ])
  })

  it('say which option cannot be read', () => {
    expect(readTables({ ...texts, CompletionRatio: '{"writer-2": "4"}' })).toEqual({
      ok: false,
      option: 'CompletionRatio',
    })
  })

  it('take over exactly the prices a model is given', () => {
    const tables = setPrices(tablesOf(), 'writer-2', { ...none, price: 0.1 })
    expect(priceRows(tables).find(({ name }) => name === 'writer-2')).toEqual({
      ...none,
      name: 'writer-2',
      price: 0.1,
      kinds: known,
    })
    expect(Object.keys(tables.ModelRatio)).toEqual(['writer-10'])
  })

  it('change of the kinds of tokens those that are named', () => {
    const tables = setPrices(tablesOf(), 'writer-2', { ...none, ratio: 1, kinds: { audio: 8, cacheRead: undefined } })
    const row = priceRows(tables).find(({ name }) => name === 'writer-2')
    expect(row?.kinds).toEqual({ ...noKinds, audio: 8, image: 2 })
  })

  it('stay the same objects where nothing changes, so that only what changed is saved', () => {
    const before = tablesOf()
    const after = setPrices(before, 'writer-2', { ...none, ratio: 3, completionRatio: 4 })
    expect(after.ModelPrice).toBe(before.ModelPrice)
    expect(after.CompletionRatio).toBe(before.CompletionRatio)
    expect(after.ModelRatio).not.toBe(before.ModelRatio)
  })

  it('forget a model that is removed, and can be written and read again', () => {
    const tables = removeModel(tablesOf(), 'writer-2')
    expect(isNamed(tables, 'writer-2')).toBe(false)
    expect([tables.CacheRatio, tables.ImageRatio]).toEqual([{}, {}])
    expect(readTables(writeTables(tables))).toEqual({ ok: true, tables })
  })

  it('know no model that an object has by birth', () => {
    expect(isNamed(tablesOf(), 'constructor')).toBe(false)
    expect(unsetModels(['constructor', 'toString'], tablesOf())).toEqual(['constructor', 'toString'])
  })
})

describe('the models without a price', () => {
  it('are the enabled ones with neither price nor ratio, each once', () => {
    const enabled = ['writer-2', 'painter', 'new-10', 'new-9', 'leftover', 'new-10']
    expect(unsetModels(enabled, tablesOf())).toEqual(['leftover', 'new-9', 'new-10'])
  })

  it('lose a model as soon as it has a price or a ratio, be it 0', () => {
    const enabled = ['new-9', 'new-10', 'new-11']
    const tables = setPrices(setPrices(tablesOf(), 'new-9', { ...none, ratio: 0 }), 'new-10', { ...none, price: 0 })
    expect(unsetModels(enabled, tables)).toEqual(['new-11'])
  })
})
