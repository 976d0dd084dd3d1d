/** An exact decimal number: `units` divided by ten to the power of `scale`. The scale is never negative. */
export type Decimal = { readonly units: bigint; readonly scale: number }

/** Reads a decimal exactly: a number by its shortest text, so that 0.1 is a tenth. Throws on what is not a finite number. */
export const parseDecimal = (value: number | string): Decimal => {
  if (Number.isSafeInteger(value)) return { units: BigInt(value), scale: 0 }
  const text = typeof value === 'number' ? value.toString() : value
  const [, whole, fraction = '', exponent = '0'] = written.exec(text) ?? []
  const scale = fraction.length - Number(exponent)
  if (whole === undefined || Math.abs(scale) > largestScale) throw new RangeError('Not a decimal number in range')
  const units = BigInt(whole + fraction)
  return scale < 0 ? { units: units * powerOfTen(-scale), scale: 0 } : { units, scale }
}

export const multiply = (left: Decimal, right: Decimal): Decimal => ({
  units: left.units * right.units,
  scale: left.scale + right.scale,
})

export const add = (left: Decimal, right: Decimal): Decimal => {
  if (left.scale === right.scale) return { units: left.units + right.units, scale: left.scale }
  const scale = Math.max(left.scale, right.scale)
  return { units: unitsAt(scale, left) + unitsAt(scale, right), scale }
}

/** Negative when left is less than right, 0 when they are equal, positive when left is greater. */
export const compare = (left: Decimal, right: Decimal): number => {
  const scale = Math.max(left.scale, right.scale)
  const difference = unitsAt(scale, left) - unitsAt(scale, right)
  if (difference < 0n) return -1
  return difference > 0n ? 1 : 0
}

export const isZero = ({ units }: Decimal): boolean => units === 0n

/** The nearest integer; a half goes away from zero. */
export const roundHalfAwayFromZero = ({ units, scale }: Decimal): bigint => {
  if (scale === 0) return units
  const one = powerOfTen(scale)
  const doubled = units < 0n ? 2n * units - one : 2n * units + one
  return doubled / (2n * one)
}

/** The integer nearest to the quotient; a half goes away from zero. */
export const divideRounded = (above: Decimal, below: Decimal): bigint => {
  const scale = Math.max(above.scale, below.scale)
  const [upper, lower] = [unitsAt(scale, above), unitsAt(scale, below)]
  return (upper < 0n ? 2n * upper - lower : 2n * upper + lower) / (2n * lower)
}

/** The greatest integer that is not greater. */
export const floor = ({ units, scale }: Decimal): bigint => {
  const one = powerOfTen(scale)
  const whole = units / one
  return units < 0n && whole * one !== units ? whole - 1n : whole
}

/** The floating-point number nearest to the decimal. */
export const toNumber = ({ units, scale }: Decimal): number =>
  scale === 0 ? Number(units) : Number(`${units}e-${scale}`)

/** Without an exponent, and with so many digits that count at the most: `0.0000025`. */
export const decimalText = (decimal: Decimal, digits: number): string => {
  const [whole = '0', exponent = '0'] = toNumber(decimal)
    .toExponential(digits - 1)
    .split('e')
  const { units, scale } = parseDecimal(`${whole}e${exponent}`)
  const text = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  const cut = text.length - scale
  const fraction = text.slice(cut).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${text.slice(0, cut)}${fraction === '' ? '' : `.${fraction}`}`
}

/** Digits and exponent are capped, or a text of ten characters could ask for a number of a billion digits. */
const written = /^([+-]?\d{1,400})(?:\.(\d{0,400}))?(?:e([+-]?\d{1,4}))?$/i
const largestScale = 800

const powers = Array.from({ length: 64 }, (_, exponent) => 10n ** BigInt(exponent))
const powerOfTen = (exponent: number): bigint => powers[exponent] ?? 10n ** BigInt(exponent)

const unitsAt = (scale: number, decimal: Decimal): bigint =>
  decimal.scale === scale ? decimal.units : decimal.units * powerOfTen(scale - decimal.scale)
