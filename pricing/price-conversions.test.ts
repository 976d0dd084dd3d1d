import { describe, expect, it } from 'vitest'
import { completionRatioOf, inputPriceOf, outputPriceOf, ratioOfInputPrice } from './price-conversions.ts'

describe('prices and ratios', () => {
  it('make the ratio half of the input price per million tokens', () => {
    expect(ratioOfInputPrice(2.5)).toBe(1.25)
    expect(ratioOfInputPrice(0.15)).toBe(0.075)
    expect(inputPriceOf(1.25)).toBe(2.5)
  })

  it('make the completion ratio the output price divided by the input price, without loose digits', () => {
    expect(completionRatioOf(2.5, 10)).toBe(4)
    expect(completionRatioOf(0.15, 0.6)).toBe(4)
    expect(completionRatioOf(0.3, 0.1)).toBe(0.333333333333)
    expect(outputPriceOf(0.075, 4)).toBe(0.6)
  })
})
