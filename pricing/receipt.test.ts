import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toolKinds } from '#contract/tool-prices.ts'
import { recomputeRow } from '#server/domain/money/recomputed-row.ts'
import { receiptOf } from './receipt.ts'
import type { RecordedPrice } from './recorded-charge.ts'

const ratio = fc.oneof(
  fc.integer({ min: 0, max: 40 }),
  fc.integer({ min: 0, max: 400_000 }).map((units) => units / 10_000),
  fc.constantFrom(4 / 3, 1 / 3, 0.8 / 0.64, 37.5, 0.0000001),
)
const tokens = fc.oneof(fc.constant(0), fc.nat(100), fc.nat(2_000_000))

const otherAndTokens = fc
  .record({
    input: tokens,
    output: tokens,
    model_price: fc.oneof({ weight: 4, arbitrary: fc.constant(-1) }, { weight: 1, arbitrary: ratio }),
    model_ratio: ratio,
    completion_ratio: ratio,
    group_ratio: ratio,
    user_group_ratio: fc.option(ratio, { nil: undefined, freq: 3 }),
    cache_tokens: tokens,
    cache_ratio: ratio,
    cache_creation_tokens: tokens,
    cache_creation_ratio: ratio,
    cache_creation_hour_tokens: tokens,
    cache_creation_hour_ratio: ratio,
    audio_input: tokens,
    audio_output: tokens,
    audio_ratio: ratio,
    audio_completion_ratio: ratio,
    image_input: tokens,
    image_output: tokens,
    image_ratio: ratio,
    image_completion_ratio: fc.option(ratio, { nil: undefined }),
    reasoning_tokens: tokens,
    price_step: fc.option(
      fc.record({
        above: fc.integer({ min: 1, max: 2_000_000 }),
        input: fc.constantFrom(1, 2, 7 / 3),
        output: fc.constantFrom(1, 1.5, 12),
      }),
      { nil: undefined },
    ),
    calls: fc.constantFrom(0, 1, 2, 1.5, 10),
    tool_calls: fc.option(
      fc.uniqueArray(
        fc.record({ tool: fc.constantFrom(...toolKinds), calls: fc.constantFrom(1, 1.5, 7), price: ratio }),
        { minLength: 1, maxLength: 3, selector: ({ tool }) => tool },
      ),
      { nil: undefined },
    ),
  })
  .map(({ input, output, ...other }) => ({
    other,
    prompt_tokens:
      input +
      other.cache_tokens +
      other.cache_creation_tokens +
      other.cache_creation_hour_tokens +
      other.audio_input +
      other.image_input,
    completion_tokens: output + other.audio_output + other.image_output,
  }))

describe('the receipt of a charge', () => {
  it('adds up exactly to what the row was charged, for random rows', () => {
    fc.assert(
      fc.property(otherAndTokens, ({ other, ...counts }) => {
        const quota = recomputeRow({ ...counts, other: JSON.stringify(other) })
        const receipt = receiptOf({ ...counts, quota }, other, 500_000)
        expect(receipt?.isExact).toBe(true)
        expect(receipt?.micros).toBe(quota * 2)
        if (receipt?.price !== undefined) return
        const lines = [...(receipt?.lines ?? []), ...(receipt?.tools ?? [])]
        const listed = lines.reduce((sum, line) => sum + line.micros, 0)
        expect(listed + (receipt?.difference ?? 0)).toBe(quota * 2)
        // Half a unit for the total, half a millionth for each line, or the least charge of one unit.
        expect(Math.abs(receipt?.difference ?? 0)).toBeLessThanOrEqual(quota === 1 ? 2 + 8 : 1 + 8)
        const counted = receipt?.lines.reduce((sum, line) => sum + line.tokens, 0)
        expect(counted).toBe(counts.prompt_tokens + counts.completion_tokens)
      }),
      { numRuns: 5000 },
    )
  })

  it('spells out each class with its ratios', () => {
    const other = { model_ratio: 1.25, model_price: -1, completion_ratio: 4, group_ratio: 0.8 }
    const cached = { ...other, cache_tokens: 1000, cache_ratio: 0.1, reasoning_tokens: 50 }
    const receipt = receiptOf({ prompt_tokens: 3000, completion_tokens: 150, quota: 2700 }, cached, 500_000)
    expect(receipt?.lines).toEqual([
      { class: 'input', tokens: 2000, ratios: [], micros: 4000, dollarsPerMillion: 2 },
      { class: 'cacheRead', tokens: 1000, ratios: [0.1], micros: 200, dollarsPerMillion: 0.2 },
      { class: 'output', tokens: 100, ratios: [4], micros: 800, dollarsPerMillion: 8 },
      { class: 'reasoning', tokens: 50, ratios: [4], micros: 400, dollarsPerMillion: 8 },
    ])
    expect(receipt).toMatchObject({ difference: 0, isExact: true, micros: 5400 })
    expect(receipt?.saved).toBe(1800)
  })

  it('has the step of a long prompt among the ratios of each class', () => {
    const step = { above: 2000, input: 2, output: 1.5 }
    const other = { model_ratio: 1, completion_ratio: 4, group_ratio: 1, cache_tokens: 1000, cache_ratio: 0.1 }
    const counts = { prompt_tokens: 3000, completion_tokens: 100 }
    const receipt = receiptOf({ ...counts, quota: 4800 }, { ...other, price_step: step }, 500_000)
    expect(receipt?.lines.map(({ ratios, micros }) => [ratios, micros])).toEqual([
      [[2], 8000],
      [[0.1, 2], 400],
      [[4, 1.5], 1200],
    ])
    expect(receipt).toMatchObject({ step, isExact: true, difference: 0, saved: 3600 })
    expect(receiptOf({ ...counts, quota: 2500 }, other, 500_000)).toMatchObject({ step: undefined, isExact: true })
  })

  it('tells of nothing saved where nothing was read from the cache, or reading it cost as much and more', () => {
    const other = { model_ratio: 1, completion_ratio: 1, group_ratio: 1 }
    const saved = (recorded: RecordedPrice) =>
      receiptOf({ prompt_tokens: 100, completion_tokens: 0, quota: 100 }, { ...other, ...recorded }, 500_000)?.saved
    expect(saved({ cache_ratio: 0.1 })).toBe(0)
    expect(saved({ cache_tokens: 40, cache_ratio: 1 })).toBe(0)
    expect(saved({ cache_tokens: 40, cache_ratio: 1.5 })).toBe(0)
    expect(saved({ cache_tokens: 40, cache_ratio: 0.5, model_price: 1 })).toBe(0)
    expect(saved({ cache_tokens: 40, cache_ratio: 0.5 })).toBe(40)
  })

  it('has a line for each tool that was charged by the call', () => {
    const other = {
      model_ratio: 1,
      completion_ratio: 1,
      group_ratio: 0.5,
      tool_calls: [{ tool: 'web_search' as const, calls: 2, price: 10 }],
    }
    const receipt = receiptOf({ prompt_tokens: 100, completion_tokens: 0, quota: 5050 }, other, 500_000)
    expect(receipt?.tools).toEqual([{ tool: 'web_search', calls: 2, price: 10, micros: 10_000 }])
    expect(receipt).toMatchObject({ isExact: true, difference: 0, micros: 10_100 })
    const fixed = receiptOf(
      { prompt_tokens: 1, completion_tokens: 0, quota: 15_000 },
      { ...other, model_price: 0.04 },
      500_000,
    )
    expect(fixed).toMatchObject({ price: 0.04, fixed: 20_000, isExact: true, difference: 0, micros: 30_000 })
  })

  it('names what it cannot explain instead of hiding it', () => {
    const other = { model_ratio: 1, completion_ratio: 1, group_ratio: 1 }
    const receipt = receiptOf({ prompt_tokens: 100, completion_tokens: 0, quota: 140 }, other, 500_000)
    expect(receipt).toMatchObject({ isExact: false, difference: 80, micros: 280 })
  })

  it('has one price for a call that is charged as a whole', () => {
    const other = { model_ratio: 0, model_price: 0.04, group_ratio: 0.5 }
    const receipt = receiptOf({ prompt_tokens: 9, completion_tokens: 9, quota: 10_000 }, other, 500_000)
    expect(receipt).toMatchObject({ price: 0.04, lines: [], isExact: true, difference: 0, micros: 20_000 })
  })

  it('has a price for a call that is free, whatever its tokens would have cost', () => {
    const row = { prompt_tokens: 9, completion_tokens: 9 }
    const free = receiptOf({ ...row, quota: 0 }, { model_ratio: 1, model_price: 0 }, 500_000)
    expect(free).toMatchObject({ price: 0, lines: [], isExact: true, difference: 0, micros: 0 })
    const byTokens = receiptOf({ ...row, quota: 18 }, { model_ratio: 1, model_price: -1 }, 500_000)
    expect(byTokens).toMatchObject({ price: undefined, isExact: true, micros: 36 })
  })

  it('gives back what a fixed price took, by the same receipt below zero', () => {
    const other = { model_price: 0.1, group_ratio: 0.5, calls: 1, refund_of: 'a call' }
    const row = { prompt_tokens: 0, completion_tokens: 0, quota: -25_000 }
    expect(receiptOf(row, other, 500_000)).toMatchObject({
      fixed: -50_000,
      micros: -50_000,
      difference: 0,
      isExact: true,
    })
    expect(recomputeRow({ ...row, other: JSON.stringify(other) })).toBe(-25_000)
    expect(recomputeRow({ ...row, other: JSON.stringify({ ...other, model_price: 0 }) })).toBe(0)
  })

  it('tells whether the group ratio is one of the own group, which holds instead of the usual', () => {
    const row = { prompt_tokens: 100, completion_tokens: 0, quota: 50 }
    const told = (recorded: RecordedPrice) => {
      const receipt = receiptOf({ ...row }, { model_ratio: 1, ...recorded }, 500_000)
      return [receipt?.groupRatio, receipt?.hasOwnGroupRatio]
    }
    expect(told({ group_ratio: 2, user_group_ratio: 0.5 })).toEqual([0.5, true])
    expect(told({ group_ratio: 2 })).toEqual([2, false])
    expect(told({})).toEqual([1, false])
  })

  it('says of sound and pictures that they are among the lines', () => {
    const hasMedia = (recorded: RecordedPrice) =>
      receiptOf({ prompt_tokens: 10, completion_tokens: 10, quota: 20 }, { model_ratio: 1, ...recorded }, 500_000)
        ?.hasMedia
    expect(hasMedia({ cache_tokens: 5, reasoning_tokens: 5 })).toBe(false)
    const media: RecordedPrice[] = [{ audio_input: 5 }, { audio_output: 5 }, { image_input: 5 }, { image_output: 5 }]
    expect(media.map(hasMedia)).toEqual([true, true, true, true])
  })

  it('counts a price as often as pieces were made', () => {
    const other = { model_price: 0.04, group_ratio: 1, calls: 3 }
    const receipt = receiptOf({ prompt_tokens: 3, completion_tokens: 0, quota: 60_000 }, other, 500_000)
    expect(receipt).toMatchObject({ price: 0.04, calls: 3, isExact: true, difference: 0, micros: 120_000 })
  })

  it('is not there for rows that no price was recorded in', () => {
    expect(receiptOf({ prompt_tokens: 0, completion_tokens: 0, quota: 500_000 }, {}, 500_000)).toBeUndefined()
  })
})
