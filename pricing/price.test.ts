import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { priceUsage } from './price.ts'
import { type PriceCard, picturePrice } from './price-card.ts'
import { type Usage, usageOf } from './usage.ts'

const card: PriceCard = {
  modelPrice: undefined,
  modelRatio: 1,
  completionRatio: 4,
  cacheRatio: 0.5,
  cacheCreationRatio: 1.25,
  cacheCreationHourRatio: 2,
  audioRatio: 8,
  audioCompletionRatio: 2,
  imageRatio: 2,
  imageCompletionRatio: 4,
  groupRatio: 1,
  toolPrices: { web_search: 10, file_search: 2.5, image_generation_high: 167 },
}

describe('pricing usage', () => {
  it('charges each class once, at its own ratio', () => {
    const usage = usageOf({ input: 100, cacheRead: 40, cacheWrite: 8, cacheWriteHour: 1, output: 10, reasoning: 5 })
    expect(priceUsage(card, usage)).toBe(100 + 20 + 10 + 2 + 40 + 20)
    expect(priceUsage(card, usageOf({ audioInput: 3, audioOutput: 2, imageInput: 5 }))).toBe(24 + 32 + 10)
  })

  it('multiplies by the model and the group, exactly where floating point would not', () => {
    expect(priceUsage({ ...card, modelRatio: 0.1, groupRatio: 3 }, usageOf({ input: 5 }))).toBe(2)
    expect(priceUsage({ ...card, modelRatio: 1.005, groupRatio: 100 }, usageOf({ input: 1 }))).toBe(101)
  })

  it('takes at least one unit for what is not free, and nothing for what is', () => {
    expect(priceUsage({ ...card, modelRatio: 0.0001 }, usageOf({ input: 1 }))).toBe(1)
    expect(priceUsage({ ...card, modelRatio: 0 }, usageOf({ input: 1_000_000 }))).toBe(0)
    expect(priceUsage({ ...card, groupRatio: 0 }, usageOf({ input: 1_000_000 }))).toBe(0)
    expect(priceUsage(card, usageOf({}))).toBe(0)
  })

  it('charges a fixed price per call whatever was used', () => {
    const fixed = { ...card, modelPrice: 0.04, groupRatio: 0.5 }
    expect(priceUsage(fixed, usageOf({ input: 9_999 }))).toBe(10_000)
    expect(priceUsage(fixed, usageOf({}))).toBe(10_000)
  })

  it('charges a fixed price as often as the call counts, rounded once', () => {
    const fixed = { ...card, modelPrice: 0.04 }
    expect(priceUsage(fixed, usageOf({ calls: 4.5 }))).toBe(90_000)
    expect(priceUsage({ ...card, modelPrice: 0.000_001 }, usageOf({ calls: 3 }))).toBe(2)
    expect(priceUsage(picturePrice({ ...card, modelRatio: 16 }), usageOf({ calls: 2 }))).toBe(40_000)
  })

  it('adds the calls of tools, with the group and rounded once with the rest', () => {
    const searched = usageOf({ input: 100, tools: { web_search: 2 } })
    expect(priceUsage(card, searched)).toBe(100 + 10_000)
    expect(priceUsage({ ...card, groupRatio: 0.5 }, searched)).toBe(50 + 5_000)
    expect(priceUsage({ ...card, modelPrice: 0.04 }, searched)).toBe(20_000 + 10_000)
    expect(priceUsage(card, usageOf({ tools: { image_generation_high: 1.5 } }))).toBe(125_250)
    expect(priceUsage({ ...card, modelRatio: 0.4 }, usageOf({ input: 1, tools: { google_search: 3 } }))).toBe(1)
    expect(priceUsage({ ...card, toolPrices: { web_search: 0.000_8 } }, searched)).toBe(101)
  })

  it('takes nothing for tools where everything is free', () => {
    const searched = usageOf({ input: 100, tools: { web_search: 2 } })
    expect(priceUsage({ ...card, groupRatio: 0 }, searched)).toBe(0)
    expect(priceUsage({ ...card, modelRatio: 0, toolPrices: {} }, searched)).toBe(0)
    expect(priceUsage({ ...card, modelRatio: 0, toolPrices: { web_search: 0.000_01 } }, searched)).toBe(1)
  })

  it('takes nothing for a call that used nothing, though tools were counted', () => {
    for (const tools of [{}, { web_search: 0 }]) expect(priceUsage(card, usageOf({ tools }))).toBe(0)
    expect(priceUsage({ ...card, modelPrice: 0.04 }, usageOf({ tools: {} }))).toBe(20_000)
  })

  it('refuses a charge that is larger than quota can be, by tokens, by the call and by tools', () => {
    const dear = { ...card, modelRatio: 10_000_000_000 }
    expect(() => priceUsage(dear, usageOf({ input: 1_000_000 }))).toThrow(RangeError)
    expect(() => priceUsage({ ...card, modelPrice: 1e11 }, usageOf({ calls: 1 }))).toThrow(RangeError)
    expect(() => priceUsage(card, usageOf({ tools: { web_search: 1e13 } }))).toThrow(RangeError)
    expect(priceUsage({ ...card, modelRatio: 2 ** 40 }, usageOf({ input: 2 ** 13 - 1 }))).toBe(2 ** 53 - 2 ** 40)
  })

  it('prices the whole call at the step that its prompt falls in, whatever the prompt is made of', () => {
    const stepped = {
      ...card,
      steps: [
        { above: 200, input: 2, output: 1.5 },
        { above: 1000, input: 3, output: 2 },
      ],
    }
    const written = { output: 10, audioOutput: 1 }
    const usual = 100 + 50 + 40 + 16
    expect(priceUsage(stepped, usageOf({ input: 100, cacheRead: 100, ...written }))).toBe(usual)
    expect(priceUsage(stepped, usageOf({ input: 101, cacheRead: 100, ...written }))).toBe(2 * 151 + 1.5 * 56)
    expect(priceUsage(stepped, usageOf({ input: 1, cacheRead: 1000, ...written }))).toBe(3 * 501 + 2 * 56)
    expect(priceUsage({ ...stepped, modelPrice: 0.04 }, usageOf({ input: 5000 }))).toBe(20_000)
    expect(priceUsage(stepped, usageOf({ input: 201, tools: { web_search: 1 } }))).toBe(402 + 5000)
  })

  it('agrees with exact fractions on 100,000 random cards and never falls when more is used', () => {
    const ratio = fc.oneof(
      fc.integer({ min: 0, max: 500 }),
      fc.integer({ min: 0, max: 5_000_000 }).map((units) => units / 10_000),
      fc.constantFrom(4 / 3, 1 / 3, 0.8 / 0.64, 37.5),
    )
    const tokens = fc.oneof(fc.constant(0), fc.nat(100), fc.nat(2_000_000))
    const factor = fc.constantFrom(1, 1.5, 1.8, 2, 7 / 3, 12)
    const cards = fc.record({
      modelPrice: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: ratio }),
      modelRatio: ratio,
      completionRatio: ratio,
      cacheRatio: ratio,
      cacheCreationRatio: ratio,
      cacheCreationHourRatio: ratio,
      audioRatio: ratio,
      audioCompletionRatio: ratio,
      imageRatio: ratio,
      imageCompletionRatio: ratio,
      groupRatio: ratio,
      steps: fc.oneof(
        { weight: 2, arbitrary: fc.constant(undefined) },
        {
          weight: 3,
          arbitrary: fc
            .tuple(tokens, fc.nat(200_000), factor, factor, factor, factor)
            .map(([above, further, input, output, inputRise, outputRise]) => [
              { above, input, output },
              { above: above + further + 1, input: input * inputRise, output: output * outputRise },
            ]),
        },
      ),
      toolPrices: fc.record(
        { web_search: ratio, web_search_preview_low: ratio, file_search: ratio },
        { requiredKeys: [] },
      ),
    })
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
      calls: fc.oneof(fc.constant(0), fc.nat(10), fc.constantFrom(0.4, 0.45, 1.5, 2.5, 3.6)),
      tools: fc.option(
        fc.record({
          web_search: fc.nat(30),
          web_search_preview_low: fc.nat(9),
          file_search: fc.constantFrom(0, 1, 1.5),
          google_search: fc.nat(3),
        }),
        { nil: undefined },
      ),
    })
    fc.assert(
      fc.property(cards, usages, (random, usage) => {
        const quota = oracle(random, usage)
        if (quota > BigInt(Number.MAX_SAFE_INTEGER)) return true
        return priceUsage(random, usage) === Number(quota) && quota >= oracle(random, { ...usage, input: 0 })
      }),
      { numRuns: 100_000 },
    )
  })
})

/** The same rules with fractions of whole numbers, written from the rules and not from the code. */
const oracle = (random: PriceCard, usage: Usage): bigint => {
  type Fraction = [bigint, bigint]
  const fraction = (value: number): Fraction => {
    const [digits = '0', exponent = '0'] = value.toString().split('e')
    const [whole = '0', part = ''] = digits.split('.')
    const power = part.length - Number(exponent)
    const units = BigInt(whole + part)
    return power >= 0 ? [units, 10n ** BigInt(power)] : [units * 10n ** BigInt(-power), 1n]
  }
  const times = (...values: Fraction[]): Fraction =>
    values.reduce(([top, bottom], [otherTop, otherBottom]) => [top * otherTop, bottom * otherBottom], [1n, 1n])
  const plus = ([top, bottom]: Fraction, [otherTop, otherBottom]: Fraction): Fraction => [
    top * otherBottom + otherTop * bottom,
    bottom * otherBottom,
  ]
  const round = ([top, bottom]: Fraction) => (2n * top + bottom) / (2n * bottom)

  const group = fraction(random.groupRatio)
  const perThousand = (['web_search', 'web_search_preview_low', 'file_search'] as const).map((tool) =>
    times(fraction(random.toolPrices[tool] ?? 0), fraction(usage.tools?.[tool] ?? 0)),
  )
  const fees = times(perThousand.reduce(plus), [500n, 1n], group)
  if (random.modelPrice !== undefined) {
    const calls = fraction(usage.calls === 0 ? 1 : usage.calls)
    const exact = times(fraction(random.modelPrice), [500_000n, 1n], group, calls)
    const rounded = round(plus(exact, fees))
    return rounded === 0n && exact[0] + fees[0] > 0n ? 1n : rounded
  }
  const count = (value: number): Fraction => [BigInt(value), 1n]
  const base = times(fraction(random.modelRatio), group)
  const prompt =
    usage.input + usage.cacheRead + usage.cacheWrite + usage.cacheWriteHour + usage.audioInput + usage.imageInput
  const [first, second] = random.steps ?? []
  const step =
    second !== undefined && prompt > second.above
      ? second
      : first !== undefined && prompt > first.above
        ? first
        : undefined
  const read = fraction(step?.input ?? 1)
  const written = fraction(step?.output ?? 1)
  const parts: Fraction[] = [
    times(count(usage.input), read),
    times(count(usage.cacheRead), fraction(random.cacheRatio), read),
    times(count(usage.cacheWrite), fraction(random.cacheCreationRatio), read),
    times(count(usage.cacheWriteHour), fraction(random.cacheCreationHourRatio), read),
    times(count(usage.output + usage.reasoning), fraction(random.completionRatio), written),
    times(count(usage.audioInput), fraction(random.audioRatio), read),
    times(count(usage.audioOutput), fraction(random.audioRatio), fraction(random.audioCompletionRatio), written),
    times(count(usage.imageInput), fraction(random.imageRatio), read),
    times(count(usage.imageOutput), fraction(random.imageCompletionRatio), written),
  ]
  const used = Object.entries(usage).some(([name, value]) => name !== 'calls' && typeof value === 'number' && value > 0)
  const rounded = round(plus(times(parts.reduce(plus), base), fees))
  return rounded === 0n && ((used && base[0] > 0n) || fees[0] > 0n) ? 1n : rounded
}
