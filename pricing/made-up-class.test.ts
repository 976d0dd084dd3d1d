import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Usage } from './usage.ts'

type MadeUp<Value> = Value & { filmInput?: number }

describe('a class of tokens that is one row and its lines', () => {
  beforeAll(() => {
    vi.resetModules()
    // The row: everything that goes through the classes has it.
    vi.doMock('./token-classes.ts', async (original) => {
      const classes = await original<typeof import('./token-classes.ts')>()
      const row = { name: 'filmInput', side: 'input', ratios: ['imageRatio'], recorded: 'film_input' }
      return { ...classes, tokenClassRows: [...classes.tokenClassRows, row] }
    })
    // Its lines, for which the compiler asks.
    vi.doMock('./usage.ts', async (original) => {
      const usage = await original<typeof import('./usage.ts')>()
      return {
        ...usage,
        usageOf: (classes: MadeUp<Partial<Usage>>) => ({
          ...usage.usageOf(classes),
          filmInput: classes.filmInput ?? 0,
        }),
        inputTokens: (used: MadeUp<Usage>) => usage.inputTokens(used) + (used.filmInput ?? 0),
        sumWeighed: (weights: MadeUp<Parameters<typeof usage.sumWeighed>[0]>, used: MadeUp<Usage>) =>
          usage.sumWeighed(weights, used) + (used.filmInput ?? 0) * (weights.filmInput ?? 0),
      }
    })
  })
  afterAll(() => {
    vi.doUnmock('./token-classes.ts')
    vi.doUnmock('./usage.ts')
    vi.resetModules()
  })

  const recorded = { model_ratio: 2, group_ratio: 1, image_ratio: 3, film_input: 5 }
  const row = { prompt_tokens: 15, completion_tokens: 0, quota: 50 }

  it('has its price, beside the text that it is no part of', async () => {
    const { priceUsage } = await import('./price.ts')
    const { usageOf } = await import('./usage.ts')
    const { cardOfRow } = await import('./recorded-charge.ts')
    const used: MadeUp<Partial<Usage>> = { input: 10, filmInput: 5 }
    expect(priceUsage(cardOfRow(recorded), usageOf(used))).toBe(50)
    expect(priceUsage(cardOfRow(recorded), usageOf({ input: 10 }))).toBe(20)
  })

  it('is read from a row, whose charge can be worked out again', async () => {
    const { recomputeQuota, usageOfRow } = await import('./recorded-charge.ts')
    expect(usageOfRow(row, recorded)).toMatchObject({ input: 10, filmInput: 5 })
    expect(recomputeQuota(row, recorded)).toBe(row.quota)
  })

  it('has its line in the receipt', async () => {
    const { receiptOf } = await import('./receipt.ts')
    const receipt = receiptOf(row, recorded, 500_000)
    expect(receipt?.lines).toContainEqual(expect.objectContaining({ class: 'filmInput', tokens: 5, ratios: [3] }))
    expect(receipt?.isExact).toBe(true)
  })
})
