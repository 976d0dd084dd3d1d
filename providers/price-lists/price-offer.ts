import { type Decimal, isZero, multiply, parseDecimal } from '#pricing/decimal.ts'

/** What somebody asks for a model: dollars for a million tokens of each kind, or for a call. Texts of exact decimals. */
export type PriceOffer = {
  model: string
  /** Who asks it, as the list names him. */
  by: string
  input?: string
  output?: string
  cacheRead?: string
  cacheWrite?: string
  perCall?: string
}

export type PriceList = {
  /** What kind of list it is. */
  format: string
  offers: readonly PriceOffer[]
  /** Models it names without a price that can be used here: free ones, and those priced in another unit. */
  leftOut: number
}

/** A kind of list: `read` answers undefined to a text that is of another kind. */
export type PriceListReader = {
  format: string
  read: (list: unknown) => readonly (PriceOffer | undefined)[] | undefined
}

type Amounts = Partial<Record<Exclude<keyof PriceOffer, 'model' | 'by'>, unknown>>

/**
 * An offer of what a list tells, each amount in dollars for so many tokens; undefined without a price for what goes in,
 * or for a call. A price of nothing is taken for none: whoever gives a model away says so himself.
 */
export const offerOf = (
  model: string,
  by: string,
  amounts: Amounts,
  perTokens: 1 | 1_000_000,
): PriceOffer | undefined => {
  const factor = perTokens === 1 ? million : one
  const [input, output] = [dollars(amounts.input, factor), dollars(amounts.output, factor)]
  const perCall = dollars(amounts.perCall, one)
  if (model === '') return undefined
  if (input === undefined) return perCall === undefined ? undefined : { model, by, perCall }
  const [cacheRead, cacheWrite] = [dollars(amounts.cacheRead, factor), dollars(amounts.cacheWrite, factor)]
  return {
    model,
    by,
    input,
    ...(output !== undefined && { output }),
    ...(cacheRead !== undefined && { cacheRead }),
    ...(cacheWrite !== undefined && { cacheWrite }),
  }
}

const dollars = (amount: unknown, times: Decimal): string | undefined => {
  if (typeof amount !== 'number' && typeof amount !== 'string') return undefined
  try {
    const price = multiply(parseDecimal(amount), times)
    return isZero(price) || price.units < 0n ? undefined : decimalText(price)
  } catch {
    return undefined
  }
}

/** Without an exponent, and without noughts at the end. */
const decimalText = ({ units, scale }: Decimal): string => {
  const digits = units.toString().padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}

const one = parseDecimal(1)
const million = parseDecimal(1_000_000)

/** The name behind the last slash, and what stands before it. */
export const withoutMaker = (id: string): { model: string; maker: string } => {
  const at = id.lastIndexOf('/')
  return { model: id.slice(at + 1), maker: at < 0 ? '' : id.slice(0, at) }
}
