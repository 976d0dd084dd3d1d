import { describe, expect, it } from 'vitest'
import { usageOf } from '#pricing/usage.ts'
import { openVault } from '../../lib/vault.ts'
import { costOfCall, weighChannelCosts } from './channel-costs.ts'
import { emptyChannel } from './empty-channel.ts'
import { openChannel } from './open-channels.ts'

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

  it.each([
    ['', undefined],
    ['not json', undefined],
    ['{"a":{"inputs":1}}', undefined],
    ['{"a":{"call":1}}', ['a']],
  ])('are read with it, and are none where they could not be saved today: %s', async (stored, models) => {
    const vault = await openVault({ secret: 'a secret of the tests that is long enough', file: '' })
    const row = { ...emptyChannel, id: 1, created_time: 0, key_sealed: vault.seal('sk-1'), costs: stored }
    const { costs: read } = openChannel(row, vault)
    expect(read && [...read.keys()]).toEqual(models)
  })

  it('are none where nobody said any', () => {
    expect(weighChannelCosts(undefined)).toBeUndefined()
    expect(weighChannelCosts({})).toBeUndefined()
    const own = weighChannelCosts({ one: { call: 1 } })
    expect(own && costOfCall(own, { upstream: 'two', asked: 'three' }, usage)).toBeUndefined()
  })
})
