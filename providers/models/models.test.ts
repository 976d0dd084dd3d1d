import { describe, expect, it } from 'vitest'
import { defaultPriceSteps } from '#contract/default-price-steps.ts'
import { defaultCacheRatios, defaultCompletionRatios, defaultModelRatios } from '#contract/default-prices.ts'
import {
  defaultAudioRatio,
  defaultCacheCreationHourRatio,
  defaultCacheCreationRatio,
  defaultCacheRatio,
} from '#contract/default-ratio-rules.ts'
import { factsOf, makersOfModels } from './index.ts'

const all = makersOfModels.flatMap(({ maker, models }) =>
  models.flatMap((facts) => facts.names.split(' ').map((name) => ({ maker, name, facts }))),
)
const priced = all.flatMap(({ name, facts }) =>
  facts.price === undefined ? [] : [{ name, facts, price: facts.price }],
)
const day = /^20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/
const monthOrDay = /^20\d\d-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?$/
const today = '2026-11-25'

describe('the catalogue of models', () => {
  it('says for each maker where and when it was read, and has every name once', () => {
    for (const { maker, page, asOf, knowledge, models } of makersOfModels) {
      expect([maker, page]).toEqual([expect.stringMatching(/\w/), expect.stringMatching(/^https:\/\//)])
      expect(asOf).toMatch(day)
      expect(models.some(({ knows }) => knows !== undefined) === (knowledge !== undefined), maker).toBe(true)
      for (const source of knowledge?.pages ?? []) expect(source).toMatch(/^https:\/\//)
      expect(knowledge?.asOf ?? asOf).toMatch(day)
      expect(models.length, maker).toBeGreaterThan(0)
    }
    const names = all.map(({ name }) => name)
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
    expect(names.filter((name) => !/^[\w.:-]+$/.test(name))).toEqual([])
    expect(names.length).toBeGreaterThan(200)
  })

  it('has figures that can be: an answer within the context, a cache that saves, sound that is dearer, steps that rise', () => {
    for (const { name, facts } of all) {
      const { context, output = 1, retires = '2099-01-01', knows = '2025-01', takes, able = [] } = facts
      expect(context, name).toBeGreaterThanOrEqual(2048)
      expect(context, name).toBeLessThanOrEqual(20_000_000)
      expect(output, name).toBeLessThan(context)
      expect(retires, name).toMatch(day)
      expect(knows, name).toMatch(monthOrDay)
      expect(knows < retires && knows < today, name).toBe(true)
      expect([new Set(takes).size, new Set(able).size], name).toEqual([takes.length, able.length])
    }
    for (const { name, facts, price } of priced) {
      const [input, output, cached = input] = price
      expect(input, name).toBeGreaterThan(0)
      expect(output, name).toBeGreaterThanOrEqual(input)
      expect(cached, name).toBeLessThanOrEqual(input)
      let before: readonly [number, number, number] = [0, input, output]
      for (const step of facts.steps ?? []) {
        for (const place of [0, 1, 2] as const) expect(step[place], name).toBeGreaterThan(before[place])
        before = step
      }
    }
  })

  it('is what the built-in prices say, to the last digit, of every model that both know', () => {
    const different = priced.flatMap(({ name, facts, price: [input, output, cached] }) => {
      const ratio = defaultModelRatios[name]
      if (ratio === undefined) return []
      const told = { input, output, cached, steps: facts.steps ?? [] }
      const completion = defaultCompletionRatios[name] ?? Number.NaN
      const cache = defaultCacheRatios[name] ?? defaultCacheRatio(name)
      const ours = {
        input: dollars(ratio),
        output: dollars(ratio * completion),
        cached: cached === undefined ? undefined : dollars(ratio * cache),
        steps: (defaultPriceSteps[name] ?? []).map((step) => [
          step.above,
          dollars(ratio * step.input),
          dollars(ratio * completion * step.output),
        ]),
      }
      return JSON.stringify(told) === JSON.stringify(ours) ? [] : [{ name, told, ours }]
    })
    expect(different).toEqual([])
    expect(priced.filter(({ name }) => defaultModelRatios[name] !== undefined).length).toBeGreaterThan(60)
  })

  it('is what the built-in rules say of caches that are written and of sound', () => {
    for (const {
      name,
      facts,
      price: [input],
    } of priced) {
      if (defaultModelRatios[name] === undefined) continue
      const { cacheWrite, cacheWriteHour, audio } = facts
      if (cacheWrite !== undefined) expect(neat(input * defaultCacheCreationRatio(name)), name).toBe(cacheWrite)
      if (cacheWriteHour !== undefined)
        expect(neat(input * defaultCacheCreationHourRatio(name)), name).toBe(cacheWriteHour)
      if (audio !== undefined) expect(neat(input * defaultAudioRatio(name)), name).toBe(audio[0])
    }
  })

  it('knows a model by the name behind its maker, and nothing of one that nobody has heard of', () => {
    const [first] = all
    expect(factsOf(`somebody/${first?.name}`)).toBe(first?.facts)
    expect(factsOf('constructor')).toBeUndefined()
    expect(factsOf('made-up')).toBeUndefined()
  })
})

const neat = (value: number): number => Number(value.toPrecision(9))
const dollars = (ratio: number): number => neat(ratio * 2)
