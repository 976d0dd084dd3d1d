import { describe, expect, it } from 'vitest'
import { usageOf } from '#pricing/usage.ts'
import { costOfCall, weighChannelCosts } from './channel-costs.ts'

const usage = usageOf({ input: 1_000_000 })
const costs = weighChannelCosts({
  one: { input: 2, output: 0 },
  two: { input: 4, output: 0 },
  '*': { input: 6, output: 0 },
})

describe('the costs of a channel', () => {
  it.each([
    ['one', 'two', 1_000_000],
    ['none', 'two', 2_000_000],
    ['none', 'neither', 3_000_000],
    // What every object has is no entry.
    ['constructor', 'toString', 3_000_000],
  ])('are found for %s, asked for as %s', (upstream, asked, expected) => {
    expect(costs && costOfCall(costs, { upstream, asked }, usage)).toBe(expected)
  })

  it('are none where nobody said any', () => {
    expect(weighChannelCosts(undefined)).toBeUndefined()
    expect(weighChannelCosts({})).toBeUndefined()
    const own = weighChannelCosts({ one: { call: 1 } })
    expect(own && costOfCall(own, { upstream: 'two', asked: 'three' }, usage)).toBeUndefined()
  })
})
