import { beforeAll, describe, expect, it } from 'vitest'
import { priceUsage } from '#pricing/price.ts'
import { type Usage, usageOf } from '#pricing/usage.ts'
import { gemini } from '#providers/gemini.ts'
import { makersOfModels } from '#providers/models/index.ts'
import type { ModelFacts } from '#providers/models/model-facts.ts'
import { openai } from '#providers/openai.ts'
import { openTestDatabase } from '#testing/database.ts'
import { mostOfferedModels } from '#testing/most-offered-models.ts'
import { openTestOptions } from '#testing/options.ts'
import { createPrices, type Prices, timesPrice } from './prices.ts'

const everyModel = makersOfModels.flatMap(({ maker, asOf, models }) =>
  models.flatMap((facts) => facts.names.split(' ').map((name) => ({ maker, asOf, name, facts }))),
)
const asker = { group: 'default', userGroup: 'default', acceptsUnpriced: false }

let prices: Prices
beforeAll(async () => {
  const { database, remove } = await openTestDatabase('sqlite')
  prices = createPrices(await openTestOptions(database))
  return remove
})

const cardOf = (model: string, times = 1) => {
  const price = prices.find(model, asker)
  if (price === undefined) throw new Error(`${model} has no price`)
  return timesPrice(price, times).card
}

describe('what is built in', () => {
  it('knows the 200 models that are most offered, with price, length and what they take, as of a day this month', () => {
    expect(new Set(mostOfferedModels).size).toBe(200)
    const unknown = mostOfferedModels.filter((name) => {
      const known = everyModel.find((model) => model.name === name)
      return known?.facts.price === undefined || known.facts.takes.length === 0 || known.asOf < '2026-11-01'
    })
    expect(unknown).toEqual([])
  })

  it('prices every model of every maker by its published dollars, in every class and beyond every step', () => {
    const wrong = everyModel.flatMap(({ name, facts }) =>
      usagesOf(facts).flatMap((usage) => {
        const ours = priceUsage(cardOf(name), usage)
        const published = oracle(facts, usage, 1)
        return BigInt(ours) === published ? [] : [{ name, usage, ours, published }]
      }),
    )
    expect(wrong).toEqual([])
    expect(everyModel.flatMap(({ facts }) => usagesOf(facts)).length).toBeGreaterThan(1000)
  })

  it('charges who waits or is served first so many times as much as the maker says', () => {
    const told = everyModel.flatMap(({ maker, name, facts: { services = {} } }) => {
      const provider = maker === 'OpenAI' ? openai : maker === 'Google' ? gemini : undefined
      const words = ['flex', 'priority'] as const
      return words.flatMap((word) => {
        const times = services[word]
        const ruling = provider?.members?.servicetier?.(word, name)
        return times === undefined ? [] : [{ name, word, times, ruling }]
      })
    })
    for (const { name, word, times, ruling } of told)
      expect([name, word, ruling]).toEqual([name, word, expect.objectContaining({ times })])
    expect(told.length).toBeGreaterThan(40)
    expect(new Set(told.map(({ word }) => word)).size).toBe(2)
  })

  it('prices calls of a batch and those that are served first by the same fractions', () => {
    for (const { name, facts } of everyModel) {
      for (const times of Object.values(facts.services ?? {})) {
        for (const usage of usagesOf(facts))
          expect([name, times, BigInt(priceUsage(cardOf(name, times), usage))]).toEqual([
            name,
            times,
            oracle(facts, usage, times),
          ])
      }
    }
  })
})

/** Each class by itself, all together, and the same on both sides of each step. */
const usagesOf = ({ price, cacheWrite, cacheWriteHour, audio, steps = [] }: ModelFacts): Usage[] => {
  if (price === undefined) return []
  const classes: Partial<Usage>[] = [{ input: 1357 }, { output: 2468 }, { reasoning: 97 }, { input: 1 }]
  if (price[2] !== undefined) classes.push({ cacheRead: 9753 })
  if (cacheWrite !== undefined) classes.push({ cacheWrite: 8642 })
  if (cacheWriteHour !== undefined) classes.push({ cacheWriteHour: 7531 })
  if (audio !== undefined) classes.push({ audioInput: 6421 })
  if (audio?.[1] !== undefined) classes.push({ audioOutput: 5319 })
  const all = Object.assign({}, ...classes)
  const around = steps.flatMap(([above]) => [
    { input: above, output: 1001 },
    { input: above + 2, output: 1002 },
    ...(price[2] === undefined ? [] : [{ input: 8, cacheRead: above, output: 332 }]),
  ])
  return [...classes, all, ...around].map(usageOf)
}

type Fraction = readonly [bigint, bigint]

const fraction = (value: number): Fraction => {
  const [digits = '0', exponent = '0'] = value.toString().split('e')
  const [whole = '0', part = ''] = digits.split('.')
  const power = part.length - Number(exponent)
  const units = BigInt(whole + part)
  return power >= 0 ? [units, 10n ** BigInt(power)] : [units * 10n ** BigInt(-power), 1n]
}

const sum = ([top, bottom]: Fraction, [otherTop, otherBottom]: Fraction): Fraction => [
  top * otherBottom + otherTop * bottom,
  bottom * otherBottom,
]

const product = (...values: Fraction[]): Fraction =>
  values.reduce(([top, bottom], [otherTop, otherBottom]) => [top * otherTop, bottom * otherBottom], [1n, 1n])

/** Quota for dollars a million tokens, in fractions of whole numbers: half a unit of quota for each dollar and token. */
const oracle = (facts: ModelFacts, usage: Usage, times: number): bigint => {
  const { price = [0, 0], cacheWrite, cacheWriteHour, audio, steps = [] } = facts
  const [input, output, cached = input] = price
  const prompt = usage.input + usage.cacheRead + usage.cacheWrite + usage.cacheWriteHour + usage.audioInput
  const [, atStep = input, writtenAtStep = output] = steps.findLast(([above]) => prompt > above) ?? []
  // Whatever is read costs as many times more as input does, whatever is written as many as output.
  const read: Fraction = product(fraction(atStep), inverse(fraction(input)))
  const written: Fraction = product(fraction(writtenAtStep), inverse(fraction(output)))
  const parts = [
    product(fraction(usage.input), fraction(input), read),
    product(fraction(usage.cacheRead), fraction(cached), read),
    product(fraction(usage.cacheWrite), fraction(cacheWrite ?? 0), read),
    product(fraction(usage.cacheWriteHour), fraction(cacheWriteHour ?? 0), read),
    product(fraction(usage.audioInput), fraction(audio?.[0] ?? 0), read),
    product(fraction(usage.output + usage.reasoning), fraction(output), written),
    product(fraction(usage.audioOutput), fraction(audio?.[1] ?? 0), written),
  ]
  const [top, bottom] = product(parts.reduce(sum), fraction(times), [1n, 2n])
  const rounded = (2n * top + bottom) / (2n * bottom)
  return rounded === 0n ? 1n : rounded
}

const inverse = ([top, bottom]: Fraction): Fraction => [bottom, top]
