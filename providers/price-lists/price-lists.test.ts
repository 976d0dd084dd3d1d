import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { multiply, parseDecimal } from '#pricing/decimal.ts'
import { readPriceList } from './index.ts'

describe('a price list', () => {
  it('is read as models.dev tells it, by the million and by who asks it', () => {
    const list = {
      acme: {
        id: 'acme',
        models: { 'one-large': { cost: { input: 3, output: 15.5, cache_read: 0.3, cache_write: 3.75 } } },
      },
      reseller: {
        models: {
          'one-large': { cost: { input: 3.3, output: 17 } },
          free: { cost: { input: 0, output: 0 } },
          bare: {},
        },
      },
    }
    expect(readPriceList(list)).toEqual({
      format: 'models.dev',
      offers: [
        { model: 'one-large', by: 'acme', input: '3', output: '15.5', cacheRead: '0.3', cacheWrite: '3.75' },
        { model: 'one-large', by: 'reseller', input: '3.3', output: '17' },
      ],
      leftOut: 2,
    })
  })

  it('is read as LiteLLM tells it, by the token, without what the name says of who serves it', () => {
    const list = {
      sample_spec: { input_cost_per_token: 9 },
      'cloud/eu/one-large': { litellm_provider: 'cloud', input_cost_per_token: 1.5e-7, output_cost_per_token: 6e-7 },
      painter: { litellm_provider: 'acme', output_cost_per_image: 0.04 },
      listener: { litellm_provider: 'acme', input_cost_per_second: 0.0001 },
    }
    expect(readPriceList(list)).toEqual({
      format: 'LiteLLM',
      offers: [
        { model: 'one-large', by: 'cloud', input: '0.15', output: '0.6' },
        { model: 'painter', by: 'acme', perCall: '0.04' },
      ],
      leftOut: 1,
    })
  })

  it('is read as OpenRouter tells it, whose prices are texts and -1 where they vary', () => {
    const list = {
      data: [
        {
          id: 'acme/one-large',
          pricing: { prompt: '0.0000025', completion: '0.00001', input_cache_read: '0.00000125' },
        },
        { id: 'acme/auto', pricing: { prompt: '-1', completion: '-1' } },
        { id: 'acme/one:free', pricing: { prompt: '0', completion: '0' } },
      ],
    }
    expect(readPriceList(list)).toEqual({
      format: 'OpenRouter',
      offers: [{ model: 'one-large', by: 'acme', input: '2.5', output: '10', cacheRead: '1.25' }],
      leftOut: 2,
    })
  })

  it('is read as another gateway tells its prices and its ratios', () => {
    const pricing = {
      success: true,
      data: [
        { model_name: 'one', quota_type: 0, model_ratio: 1.25, model_price: 0, completion_ratio: 4, cache_ratio: 0.1 },
        { model_name: 'two', quota_type: 1, model_ratio: 0, model_price: 0.02, completion_ratio: 0 },
      ],
    }
    const ratios = {
      success: true,
      data: {
        model_ratio: { one: 1.25 },
        completion_ratio: { one: 4 },
        cache_ratio: { one: 0.1 },
        model_price: { two: 0.02 },
      },
    }
    const offers = [
      { model: 'one', by: 'gateway', input: '2.5', output: '10', cacheRead: '0.25' },
      { model: 'two', by: 'gateway', perCall: '0.02' },
    ]
    expect(readPriceList(pricing)).toEqual({ format: '/api/pricing', offers, leftOut: 0 })
    expect(readPriceList(ratios)).toEqual({ format: '/api/ratio_config', offers, leftOut: 0 })
  })

  it('of no known kind is none', () => {
    for (const list of [undefined, null, 3, 'text', [], {}, { data: [] }, { data: [{ id: 'x' }] }, { a: { b: 1 } }]) {
      expect(readPriceList(list)).toBeUndefined()
    }
  })

  it('keeps every price exactly, however small', () => {
    const amount = fc.tuple(fc.integer({ min: 1, max: 999_999 }), fc.integer({ min: 0, max: 12 }))
    fc.assert(
      fc.property(amount, ([digits, places]) => {
        const price = Number(`${digits}e-${places}`)
        const told = readPriceList({ one: { litellm_provider: 'acme', input_cost_per_token: price } })
        const { units, scale } = parseDecimal(told?.offers[0]?.input ?? '')
        const wanted = multiply(parseDecimal(price), parseDecimal(1_000_000))
        expect(units * 10n ** BigInt(wanted.scale)).toBe(wanted.units * 10n ** BigInt(scale))
      }),
    )
  })

  it.each(['__proto__', 'constructor'])('may name a model %s', (model) => {
    const list = JSON.parse(`{"acme":{"models":{"${model}":{"cost":{"input":1}}}}}`)
    expect(readPriceList(list)?.offers).toEqual([{ model, by: 'acme', input: '1' }])
  })
})
