import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { costOf, type ModelCosts, weighCosts } from './costs.ts'
import { type Usage, usageOf } from './usage.ts'

const cost = (costs: ModelCosts, usage: Partial<Usage>): number => costOf(weighCosts(costs), usageOf(usage))

describe('what a call costs the operator', () => {
  const costs = { input: 2.5, output: 10, cache_read: 1.25, cache_write: 3 }

  it('is dollars for a million tokens, each class at its own price', () => {
    expect(cost(costs, { input: 1_000_000 })).toBe(1_250_000)
    expect(cost(costs, { input: 100, cacheRead: 40, cacheWrite: 8, output: 10, reasoning: 6 })).toBe(
      125 + 25 + 12 + 50 + 30,
    )
  })

  it('takes what has no price of its own for input or output', () => {
    const plain = { input: 2, output: 10 }
    const usage = { cacheRead: 10, cacheWrite: 10, cacheWriteHour: 10, audioInput: 10, imageInput: 10 }
    expect(cost(plain, usage)).toBe(50)
    expect(cost(plain, { audioOutput: 10, imageOutput: 10 })).toBe(100)
    expect(cost(costs, { cacheWriteHour: 10 })).toBe(15)
  })

  it('is exact where input is free, and where output is no whole number of times the input', () => {
    expect(cost({ input: 0, output: 5 }, { input: 1000, output: 1000 })).toBe(2500)
    expect(cost({ input: 0.3, output: 0.1 }, { output: 20_000_000 })).toBe(1_000_000)
  })

  it('is the price of the call where that stands alone, as often as a call counts', () => {
    expect(cost({ call: 0.01 }, { input: 9999 })).toBe(5000)
    expect(cost({ call: 0.01 }, { calls: 4.5 })).toBe(22_500)
  })

  it('is both where a call costs something beside its tokens, rounded once', () => {
    expect(cost({ input: 1, output: 1, call: 0.01 }, { input: 10 })).toBe(5005)
    expect(cost({ input: 0.5, output: 0, call: 0.000_000_5 }, { input: 1 })).toBe(1)
  })

  it('has no least unit, as it is nothing that anybody pays', () => {
    expect(cost({ input: 0.1, output: 1 }, { input: 1 })).toBe(0)
    expect(cost({ call: 0.000_000_1 }, {})).toBe(0)
    expect(cost({ input: 0.1, output: 1 }, { input: 1, tools: { web_search: 1 } })).toBe(0)
  })

  it('agrees with exact fractions on 50,000 random costs', () => {
    const price = fc.oneof(
      fc.integer({ min: 0, max: 1000 }),
      fc.integer({ min: 0, max: 10_000_000 }).map((units) => units / 10_000),
      fc.constantFrom(1 / 3, 0.1, 0.075, 1e-7, 1_000_000),
    )
    const tokens = fc.oneof(fc.constant(0), fc.nat(100), fc.nat(2_000_000))
    const byToken = fc.record(
      { input: price, output: price, cache_read: price, cache_write: price, call: price },
      { requiredKeys: ['input', 'output'] },
    )
    const usages = fc.record({
      input: tokens,
      cacheRead: tokens,
      cacheWrite: tokens,
      cacheWriteHour: tokens,
      output: tokens,
      reasoning: tokens,
      audioInput: tokens,
      audioOutput: tokens,
      imageInput: tokens,
      imageOutput: tokens,
      calls: fc.oneof(fc.constant(0), fc.nat(10), fc.constantFrom(0.45, 1.5, 2.5)),
      tools: fc.constantFrom(undefined, { web_search: 3 }),
    })
    fc.assert(
      fc.property(fc.oneof(byToken, fc.record({ call: price })), usages, (costs: ModelCosts, usage) => {
        expect(costOf(weighCosts(costs), usage)).toBe(oracle(costs, usage))
      }),
      { numRuns: 50_000 },
    )
  })
})

/** The same rules with whole numbers of a tiny unit, written from the rules and not from the code. */
const oracle = (costs: ModelCosts, usage: Usage): number => {
  const places = 30n
  const units = (value: number): bigint => {
    const [digits = '0', exponent = '0'] = value.toString().split('e')
    const [whole = '0', part = ''] = digits.split('.')
    return BigInt(whole + part) * 10n ** (places - BigInt(part.length) + BigInt(exponent))
  }
  const { input = 0, output = 0, cache_read = input, cache_write = input, call = 0 } = costs
  const read = BigInt(usage.input + usage.audioInput + usage.imageInput) * units(input)
  const cached =
    BigInt(usage.cacheRead) * units(cache_read) + BigInt(usage.cacheWrite + usage.cacheWriteHour) * units(cache_write)
  const written = BigInt(usage.output + usage.reasoning + usage.audioOutput + usage.imageOutput) * units(output)
  // Half a quota is a millionth of a dollar.
  const byToken = (read + cached + written) * 10n ** places
  const byCall = units(call) * units(usage.calls === 0 ? 1 : usage.calls) * 1_000_000n
  const one = 2n * 10n ** (2n * places)
  return Number((2n * (byToken + byCall) + one) / (2n * one))
}
