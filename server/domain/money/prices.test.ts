import fc from 'fast-check'
import { beforeEach, expect, it } from 'vitest'
import { priceWeighed } from '#pricing/price.ts'
import { usageOf } from '#pricing/usage.ts'
import { openTestDatabase } from '#testing/database.ts'
import { openTestOptions } from '#testing/options.ts'
import type { Options } from '../options.ts'
import { createPrices, type Prices, timesPrice, withoutSteps } from './prices.ts'

let options: Options
let prices: Prices
beforeEach(async () => {
  const { database, remove } = await openTestDatabase('sqlite')
  options = await openTestOptions(database)
  await options.change('ModelRatio', { priced: 2 })
  await options.change('ModelPrice', { picture: 0.04 })
  await options.change('GroupRatio', { default: 1, vip: 0.5, partner: 3 })
  await options.change('GroupGroupRatio', { vip: { partner: 0.25 }, odd: { other: 9 } })
  prices = createPrices(options)
  return remove
})

const asker = { group: 'default', userGroup: 'default', acceptsUnpriced: false }

it('each group pays its own ratio, whoever asked before', () => {
  for (const _again of [1, 2]) {
    expect(prices.find('priced', asker)?.card.groupRatio).toBe(1)
    expect(prices.find('priced', { ...asker, group: 'vip' })?.card.groupRatio).toBe(0.5)
    expect(prices.find('priced', { ...asker, group: 'partner' })?.card.groupRatio).toBe(3)
    expect(prices.find('priced', { ...asker, group: 'unknown' })?.card.groupRatio).toBe(1)
  }
})

it('members of a group pay its special ratio where it has one, and nobody else does', () => {
  for (const _again of [1, 2]) {
    const special = prices.find('priced', { ...asker, userGroup: 'vip', group: 'partner' })
    expect([special?.card.groupRatio, special?.userGroupRatio]).toEqual([0.25, 0.25])
    const usual = prices.find('priced', { ...asker, group: 'partner' })
    expect([usual?.card.groupRatio, usual?.userGroupRatio]).toEqual([3, undefined])
    const elsewhere = prices.find('priced', { ...asker, userGroup: 'vip' })
    expect([elsewhere?.card.groupRatio, elsewhere?.userGroupRatio]).toEqual([1, undefined])
  }
})

it('a model without a price costs the usual ratio for whoever accepts that, and is none for everybody else', () => {
  for (const _again of [1, 2]) {
    expect(prices.find('unknown', asker)).toBeUndefined()
    expect(prices.find('unknown', { ...asker, acceptsUnpriced: true })).toMatchObject({
      card: { modelRatio: 37.5 },
      isUsual: true,
    })
    expect(prices.find('priced', asker)).toMatchObject({ card: { modelRatio: 2 }, isUsual: false })
    expect(prices.find('picture', asker)).toMatchObject({ card: { modelPrice: 0.04, modelRatio: 0 }, isUsual: false })
  }
})

it('a model has the steps that are set for it, until what adds up many calls leaves them out', async () => {
  const step = { above: 100, input: 2, output: 3 }
  await options.change('PriceStep', { priced: [step], picture: [step] })
  const price = prices.find('priced', asker)
  const long = usageOf({ input: 101 })
  expect([price?.card.steps, price && priceWeighed(price.weighed, long)]).toEqual([[step], 404])
  expect(price && priceWeighed(timesPrice(price, 0.5).weighed, long)).toBe(202)
  expect(price && priceWeighed(withoutSteps(price).weighed, long)).toBe(202)
  const picture = prices.find('picture', asker)
  expect(picture && priceWeighed(picture.weighed, long)).toBe(20_000)
})

it('a price that was changed holds from the next call on', async () => {
  expect(prices.find('priced', asker)?.card.modelRatio).toBe(2)
  await options.change('ModelRatio', { priced: 5 })
  expect(prices.find('priced', asker)?.card.modelRatio).toBe(5)
  await options.change('SelfUseModeEnabled', true)
  expect(prices.find('unknown', asker)?.card.modelRatio).toBe(37.5)
})

it('a price is worked out once for whoever pays the same, and again after any option has changed', async () => {
  const first = prices.find('priced', asker)
  expect(first).toBeDefined()
  expect(prices.find('priced', { ...asker })).toBe(first)
  await options.change('ModelRatio', { priced: 2, other: 1 })
  expect(prices.find('priced', asker)).not.toBe(first)
})

it('services that are counted one upon the other are told together, and once changes nothing', () => {
  const price = prices.find('priced', asker)
  if (price === undefined) throw new Error('it has a price')
  const twice = timesPrice(timesPrice(price, 0.5), 0.25)
  expect(twice.card).toMatchObject({ serviceRatio: 0.125, modelRatio: 0.25 })
  expect(timesPrice(price, 1).card).toEqual(price.card)
})

it('audio never costs less than text where nobody says so, and costs what the operator says', async () => {
  await options.change('ModelRatio', { 'new-voice': 1, 'gpt-audio-next': 1 })
  await options.change('CompletionRatio', { 'new-voice': 6 })
  for (const name of ['new-voice', 'gpt-audio-next']) {
    const card = prices.find(name, asker)?.card
    const [input = 0, output = 0, text = Infinity] = [
      card?.audioRatio,
      card?.audioCompletionRatio,
      card?.completionRatio,
    ]
    expect(input).toBeGreaterThanOrEqual(1)
    expect(input * output).toBeGreaterThanOrEqual(text)
  }
  await options.change('AudioRatio', { 'new-voice': 10 })
  expect(prices.find('new-voice', asker)?.card).toMatchObject({ audioRatio: 10, audioCompletionRatio: 1 })
  await options.change('AudioCompletionRatio', { 'new-voice': 0.5 })
  expect(prices.find('new-voice', asker)?.card).toMatchObject({ audioRatio: 10, audioCompletionRatio: 0.5 })
})

it('writing into a cache and pictures cost what the operator says, and an hour keeps its proportion', async () => {
  await options.change('ModelRatio', { 'claude-next': 1, 'new-eye': 1 })
  const cardOf = (name: string) => prices.find(name, asker)?.card
  expect(cardOf('claude-next')).toMatchObject({ cacheCreationRatio: 1.25, cacheCreationHourRatio: 2, imageRatio: 1 })
  await options.change('CreateCacheRatio', { 'claude-next': 1.5, 'new-eye': 3 })
  await options.change('ImageRatio', { 'new-eye': 0.5 })
  expect(cardOf('claude-next')).toMatchObject({ cacheCreationRatio: 1.5, cacheCreationHourRatio: 2.4 })
  expect(cardOf('new-eye')).toMatchObject({ cacheCreationRatio: 3, cacheCreationHourRatio: 3, imageRatio: 0.5 })
})

it('a model with a fixed price has no ratio, whatever else is set for it', async () => {
  await options.change('ModelRatio', { picture: 16 })
  expect(prices.find('picture', asker)?.card).toMatchObject({ modelPrice: 0.04, modelRatio: 0 })
})

it('a service and a step make a price together, exact to the last digit, whatever both are', async () => {
  const factor = fc.integer({ min: 1, max: 999 })
  const tokens = fc.integer({ min: 0, max: 2_000_000 })
  await fc.assert(
    fc.asyncProperty(
      factor,
      factor,
      factor,
      factor,
      tokens,
      tokens,
      async (times, ratio, read, wrote, input, output) => {
        const step = { above: 1000, input: (100 + read) / 100, output: (100 + wrote) / 100 }
        await options.change('ModelRatio', { priced: ratio / 100 })
        await options.change('CompletionRatio', { priced: 3 })
        await options.change('PriceStep', { priced: [step] })
        await options.change('ServiceTierRatio', { priced: { flex: times / 100 } })
        const usual = prices.find('priced', asker)
        const price = usual && timesPrice(usual, prices.tiers('priced')?.flex ?? 0)
        const isLong = input > 1000
        // In millionths of a unit: two digits each of the ratio, the service and the step.
        const [inputTimes, outputTimes] = isLong ? [100 + read, 100 + wrote] : [100, 100]
        const exact = BigInt(ratio * times) * (BigInt(input * inputTimes) + BigInt(3 * output * outputTimes))
        const rounded = (2n * exact + 1_000_000n) / 2_000_000n
        const due = rounded === 0n && input + output > 0 ? 1n : rounded
        expect(price && BigInt(priceWeighed(price.weighed, usageOf({ input, output })))).toBe(due)
      },
    ),
    { numRuns: 60 },
  )
})

it('a model has the services that the operator gave a ratio, by its whole name', async () => {
  await options.change('ServiceTierRatio', { priced: { batch: 0.4 } })
  expect([prices.tiers('priced'), prices.tiers('picture')]).toEqual([{ batch: 0.4 }, undefined])
})
