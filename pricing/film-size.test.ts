import { describe, expect, it } from 'vitest'
import { timesOfSize } from './film-size.ts'
import { priceUsage } from './price.ts'
import type { PriceCard } from './price-card.ts'
import { usageOf } from './usage.ts'

const sizes = { pro: { '1024x1792': 1.6667 } }

describe('The price of a film by its size', () => {
  it('is the same upright and lying, and the usual one for what is not named', () => {
    expect(timesOfSize(sizes, 'pro', '1024x1792')).toBe(1.6667)
    expect(timesOfSize(sizes, 'pro', '1792x1024')).toBe(1.6667)
    for (const size of ['720x1280', undefined, 'toString']) expect(timesOfSize(sizes, 'pro', size)).toBe(1)
    for (const model of ['other', 'toString']) expect(timesOfSize(sizes, model, '1024x1792')).toBe(1)
  })

  it('is that of so many seconds, reckoned exactly', () => {
    const card: PriceCard = {
      ...{ modelPrice: 0.3, modelRatio: 0, completionRatio: 1, cacheRatio: 1, groupRatio: 1, toolPrices: {} },
      ...{ cacheCreationRatio: 1, cacheCreationHourRatio: 1, audioRatio: 1, audioCompletionRatio: 1 },
      ...{ imageRatio: 1, imageCompletionRatio: 1 },
    }
    // 0.3 dollars a second, 16667 ten-thousandths of it, at 500000 a dollar.
    for (const seconds of [4n, 8n, 12n, 25n]) {
      const exact = (3n * 16_667n * seconds * 500_000n + 50_000n) / 100_000n
      const calls = Number(seconds) * timesOfSize(sizes, 'pro', '1792x1024')
      expect(BigInt(priceUsage(card, usageOf({ calls })))).toBe(exact)
    }
  })
})
