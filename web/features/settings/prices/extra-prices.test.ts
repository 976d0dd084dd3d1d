import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ExtraForm, extraFormOf, readExtras, usualPriceOf, withEntryOf } from './extra-prices.ts'

const usual = { input: 2.5, output: 15 }
const noTiers = { batch: '', flex: '', priority: '' }
const form = (parts: Partial<ExtraForm>): ExtraForm => ({ steps: [], tiers: noTiers, ...parts })
const step = (above: string, input: string, output: string) => ({ above, input, output })

describe('prices beside the usual one', () => {
  it('are read in dollars as so many times the usual, and a service without one is not named', () => {
    const tiers = { ...noTiers, batch: '1.25', priority: '5' }
    expect(readExtras(form({ steps: [step('272000', '5', '22.5')], tiers }), usual)).toEqual({
      ok: true,
      extras: { steps: [{ above: 272_000, input: 2, output: 1.5 }], tiers: { batch: 0.5, priority: 2 } },
    })
  })

  it.each([
    ['stepAboveWrong', form({ steps: [step('1.5', '5', '20')] })],
    ['numberRequired', form({ steps: [step('10', '', '20')] })],
    ['numberRequired', form({ tiers: { ...noTiers, flex: 'x' } })],
    ['stepsMustRise', form({ steps: [step('10', '1', '20')] })],
    ['stepsMustRise', form({ steps: [step('20', '5', '20'), step('10', '6', '30')] })],
    ['tierRange', form({ tiers: { ...noTiers, priority: '1000' } })],
  ] as const)('are refused with %s', (fault, typed) => {
    expect(readExtras(typed, usual)).toMatchObject({ ok: false, fault })
  })

  it('come back as they were typed, whatever they are so many times of', () => {
    const price = (least: number) => fc.integer({ min: least, max: 9_999_999 }).map((digits) => digits / 10_000)
    fc.assert(
      fc.property(price(1), price(1), price(0), price(0), price(1), (input, output, more, further, tier) => {
        const base = { input, output }
        const typed = form({
          steps: [step('1000', String(round(input + more)), String(round(output + further)))],
          tiers: { ...noTiers, flex: String(tier) },
        })
        const read = readExtras(typed, base)
        // Too much of a multiple is refused, and nothing else.
        if (read.ok) expect(extraFormOf(read.extras, base)).toEqual(typed)
        else expect(['stepsMustRise', 'tierRange']).toContain(read.fault)
      }),
    )
  })

  it('are none of a model that is paid by the call or free, and leave the table with the last of them', () => {
    const prices = { price: undefined, ratio: 1, completionRatio: 4 }
    expect(usualPriceOf({ name: 'm', ...prices })).toEqual({ input: 2, output: 8 })
    expect(usualPriceOf({ name: 'm', ...prices, price: 0.1 })).toBeUndefined()
    expect(usualPriceOf({ name: 'm', ...prices, ratio: 0 })).toBeUndefined()
    expect(withEntryOf({ a: [1], b: [2] }, 'a', [])).toEqual({ b: [2] })
  })
})

const round = (amount: number): number => Number(amount.toFixed(4))
