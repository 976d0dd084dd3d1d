/** Ratio 1 is 2 dollars per million input tokens. */
const dollarsPerRatio = 2

export const ratioOfInputPrice = (input: number): number => neat(input / dollarsPerRatio)

export const completionRatioOf = (input: number, output: number): number => quotientOf(output, input)

export const quotientOf = (one: number, other: number): number => neat(one / other)

export const inputPriceOf = (ratio: number): number => neat(ratio * dollarsPerRatio)

export const outputPriceOf = (ratio: number, completionRatio: number): number =>
  neat(ratio * dollarsPerRatio * completionRatio)

/** Drops the last digits of a quotient: 0.6 / 0.15 is 4, not 4.000000000000001. */
const neat = (value: number): number => Number(value.toPrecision(12))
