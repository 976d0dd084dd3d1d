import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultToolPrices } from './default-tool-prices.ts'
import { toolKinds, toolPricesOf, toolPriceTable } from './tool-prices.ts'

describe('the price of a tool', () => {
  it('is, for a search of some size, its own or else that of a search of no size', () => {
    const table = { web_search: 10, 'web_search:big': 20, web_search_high: 30, 'web_search_low:big*': 5 }
    expect(toolPricesOf(table, 'small')).toMatchObject({
      web_search: 10,
      web_search_low: 10,
      web_search_medium: 10,
      web_search_high: 30,
      web_search_preview_high: 0,
    })
    expect(toolPricesOf(table, 'bigger')).toMatchObject({ web_search: 10, web_search_low: 5 })
    expect(toolPricesOf(table, 'big')).toMatchObject({
      web_search: 20,
      web_search_low: 5,
      web_search_medium: 20,
      web_search_high: 30,
    })
  })

  it('has built-in values that the option takes', () => {
    expect(toolPriceTable.safeParse(defaultToolPrices).success).toBe(true)
  })

  it('is found as the rules say, whatever the table holds', () => {
    const endings = ['', ':a', ':ab', ':a*', ':ab*', ':abc*']
    const names = fc.constantFrom(...toolKinds.flatMap((kind) => endings.map((ending) => kind + ending)))
    const tables = fc.dictionary(names, fc.nat(99), { maxKeys: 40 })
    fc.assert(
      fc.property(tables, fc.constantFrom('a', 'ab', 'abc', 'abcd', 'b'), (table, model) => {
        for (const [kind, price] of Object.entries(toolPricesOf(table, model))) {
          expect([kind, price]).toEqual([kind, oracle(table, kind, model)])
        }
      }),
    )
  })
})

/** Every name that may tell the price, the one that counts most first. */
const oracle = (table: Readonly<Record<string, number>>, kind: string, model: string): number => {
  const prefixes = [...model].map((_, index) => `:${model.slice(0, model.length - index)}*`)
  const unsized = kind.startsWith('web_search') ? kind.replace(/_(?:low|medium|high)$/, '') : kind
  const names = [...new Set([kind, unsized])].flatMap((each) =>
    [`:${model}`, ...prefixes, ''].map((ending) => each + ending),
  )
  const found = names.find((name) => table[name] !== undefined)
  return found === undefined ? 0 : (table[found] ?? 0)
}
