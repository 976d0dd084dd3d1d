import { describe, expect, it } from 'vitest'
import { sampleChannel } from '#testing/sample-channel.ts'
import { drawByWeight } from './choose.ts'

/** A small generator with a seed, so that a run can be repeated. */
const seeded = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32
  return seed / 2 ** 32
}

const shares = (weights: readonly number[], draws: number): number[] => {
  const channels = weights.map((weight, id) => sampleChannel({ id, weight }))
  const counts = weights.map(() => 0)
  const random = seeded(42)
  for (let draw = 0; draw < draws; draw += 1) {
    const drawn = drawByWeight(channels, random)
    if (drawn !== undefined) counts[drawn.id] = (counts[drawn.id] ?? 0) + 1
  }
  return counts
}

describe('drawing a channel by weight', () => {
  it.each([[[1, 2, 3, 4]], [[0, 5, 5]], [[100, 1]]])(
    'gives %j shares in proportion, over a million draws',
    (weights) => {
      const draws = 1_000_000
      const total = weights.reduce((sum, weight) => sum + weight, 0)
      for (const [position, count] of shares(weights, draws).entries()) {
        const share = (weights[position] ?? 0) / total
        expect(Math.abs(count - draws * share)).toBeLessThanOrEqual(3 * Math.sqrt(draws * share * (1 - share)) + 1)
      }
    },
  )

  it('gives equal shares when all weigh nothing', () => {
    const draws = 300_000
    for (const count of shares([0, 0, 0], draws)) {
      expect(Math.abs(count - draws / 3)).toBeLessThanOrEqual(3 * Math.sqrt((draws * 2) / 9))
    }
  })

  it('draws nothing from nothing', () => {
    expect(drawByWeight([], Math.random)).toBeUndefined()
  })
})
