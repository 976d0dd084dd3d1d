import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  add,
  compare,
  type Decimal,
  decimalText,
  divideRounded,
  floor,
  isZero,
  multiply,
  parseDecimal,
  roundHalfAwayFromZero,
  toNumber,
} from './decimal.ts'

/** An independent oracle: fractions of two integers, read digit by digit. */
type Fraction = { over: bigint; under: bigint }

const fraction = (text: string): Fraction => {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e')
  let over = 0n
  let under = 1n
  let afterPoint = false
  for (const character of mantissa) {
    if (character === '.') afterPoint = true
    else if (character >= '0' && character <= '9') {
      over = over * 10n + BigInt(character)
      if (afterPoint) under *= 10n
    }
  }
  for (let step = 0; step < Math.abs(Number(exponent)); step++) {
    if (exponent.startsWith('-')) under *= 10n
    else over *= 10n
  }
  return { over: mantissa.startsWith('-') ? -over : over, under }
}
const asFraction = ({ units, scale }: Decimal): Fraction => ({ over: units, under: 10n ** BigInt(scale) })
const same = (left: Fraction, right: Fraction) => left.over * right.under === right.over * left.under
const flooredFraction = ({ over, under }: Fraction): bigint => (over - (((over % under) + under) % under)) / under
const rounded = (value: Fraction): bigint => {
  const magnitude = { over: value.over < 0n ? -value.over : value.over, under: value.under }
  const nearest = flooredFraction({ over: magnitude.over * 2n + magnitude.under, under: magnitude.under * 2n })
  return value.over < 0n ? -nearest : nearest
}

const finite = fc.double({ noNaN: true, noDefaultInfinity: true })
const written = fc
  .tuple(
    fc.constantFrom('', '-', '+'),
    fc.bigInt(0n, 10n ** 30n),
    fc.option(fc.nat()),
    fc.option(fc.integer({ min: -60, max: 60 })),
  )
  .map(
    ([sign, whole, part, exponent]) =>
      `${sign}${whole}${part === null ? '' : `.${part}`}${exponent === null ? '' : `e${exponent}`}`,
  )
const anyText = fc.oneof(written, finite.map(String))
const runs = { numRuns: 3000 }

describe('the text of a decimal', () => {
  it.each([
    ['2.5e-6', '0.0000025'],
    ['0', '0'],
    ['-1.50', '-1.5'],
    ['1200', '1200'],
    ['0.333333333333333333', '0.3333333333'],
    ['0.99999999999', '1'],
  ])('of %s is %s', (decimal, text) => {
    expect(decimalText(parseDecimal(decimal), 10)).toBe(text)
  })
})

describe('decimal', () => {
  it('reads every finite number and every written decimal exactly', () => {
    fc.assert(
      fc.property(anyText, (text) => same(asFraction(parseDecimal(text)), fraction(text))),
      runs,
    )
    fc.assert(
      fc.property(finite, (number) => same(asFraction(parseDecimal(number)), fraction(String(number)))),
      runs,
    )
  })

  it('gives back the number it was read from', () => {
    fc.assert(
      fc.property(finite, (number) => toNumber(parseDecimal(number)) === number),
      runs,
    )
  })

  it('adds, multiplies and compares as fractions do', () => {
    fc.assert(
      fc.property(anyText, anyText, (first, second) => {
        const [left, right] = [parseDecimal(first), parseDecimal(second)]
        const [a, b] = [fraction(first), fraction(second)]
        const sum = { over: a.over * b.under + b.over * a.under, under: a.under * b.under }
        const difference = a.over * b.under - b.over * a.under
        expect(same(asFraction(add(left, right)), sum)).toBe(true)
        expect(same(asFraction(multiply(left, right)), { over: a.over * b.over, under: a.under * b.under })).toBe(true)
        expect(Math.sign(compare(left, right))).toBe(difference === 0n ? 0 : difference < 0n ? -1 : 1)
      }),
      runs,
    )
  })

  it('rounds and floors as fractions do', () => {
    const halves = fc
      .tuple(fc.integer(), fc.constantFrom('.5', '.49999', '.50001', '.0'))
      .map(([whole, part]) => `${whole}${part}`)
    fc.assert(
      fc.property(fc.oneof(anyText, halves), (text) => {
        const decimal = parseDecimal(text)
        expect(roundHalfAwayFromZero(decimal)).toBe(rounded(fraction(text)))
        expect(floor(decimal)).toBe(flooredFraction(fraction(text)))
      }),
      runs,
    )
  })

  it('charges to the unit where floating point would not', () => {
    const price = multiply(multiply(parseDecimal(1.1), parseDecimal(1.1)), parseDecimal(500_000))
    expect(roundHalfAwayFromZero(price)).toBe(605_000n)
    expect(1.1 * 1.1 * 500_000).not.toBe(605_000)
    expect(roundHalfAwayFromZero(parseDecimal('-2.5'))).toBe(-3n)
    expect(roundHalfAwayFromZero(parseDecimal('2.5'))).toBe(3n)
    expect(compare(add(parseDecimal(0.1), parseDecimal(0.2)), parseDecimal(0.3))).toBe(0)
  })

  it('knows zero in every spelling', () => {
    for (const zero of [0, -0, '0.000', '0e9', '-0']) expect(isZero(parseDecimal(zero))).toBe(true)
    expect(isZero(parseDecimal(Number.MIN_VALUE))).toBe(false)
  })

  it('reads eight hundred digits after the point and no more', () => {
    const digits = '1'.repeat(400)
    expect(parseDecimal(`0.${digits}e-400`)).toEqual({ units: BigInt(digits), scale: 800 })
    expect(() => parseDecimal(`0.${digits}e-401`)).toThrow(RangeError)
    expect(parseDecimal('1e800')).toEqual({ units: 10n ** 800n, scale: 0 })
    expect(() => parseDecimal('1e801')).toThrow(RangeError)
  })

  it('divides to the nearest integer, a half away from zero on both sides', () => {
    const divided = (above: string, below: string) => divideRounded(parseDecimal(above), parseDecimal(below))
    expect([divided('2.4', '1'), divided('5', '2'), divided('0.75', '0.5')]).toEqual([2n, 3n, 2n])
    expect([divided('-2.4', '1'), divided('-5', '2'), divided('-0.75', '0.5')]).toEqual([-2n, -3n, -2n])
    expect([divided('0', '3'), divided('7', '0.25'), divided('-1', '3')]).toEqual([0n, 28n, 0n])
  })

  it.each([
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '',
    ' 1',
    '1 ',
    '1,5',
    '0x10',
    '1e',
    '.',
    '1e9999',
    '1e-9999',
    '--1',
    '9'.repeat(500),
  ])('refuses %j', (value) => {
    expect(() => parseDecimal(value)).toThrow(RangeError)
  })
})
