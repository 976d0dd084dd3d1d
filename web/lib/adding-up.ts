/** As costs have in the log. */
const manyDecimals = 6

/** Below it cents are coarse, and many digits are shown instead of cents that are moved. */
const smallSum = 1

type AddingUp = { decimals: number; amounts: readonly number[] }

/**
 * Amounts as they are told beside their sum, so that what is read adds up: in cents, where those that were cut most are
 * rounded up, and small ones with many decimals, where cents do not add up by themselves.
 */
export const addingUp = (amounts: readonly number[]): AddingUp => {
  const sum = amounts.reduce((all, each) => all + each, 0)
  const decimals = sum >= smallSum || isTold(amounts, sum) ? 2 : manyDecimals
  const unit = 10 ** decimals
  const parts = amounts.map((amount) => Math.floor(neat(amount * unit)))
  const missing = Math.round(neat(sum * unit)) - parts.reduce((all, each) => all + each, 0)
  const cut = (place: number) => (amounts[place] ?? 0) * unit - (parts[place] ?? 0)
  const raised = new Set(
    [...parts.keys()].toSorted((one, other) => cut(other) - cut(one)).slice(0, Math.max(0, missing)),
  )
  return { decimals, amounts: parts.map((part, place) => (part + (raised.has(place) ? 1 : 0)) / unit) }
}

/** Whether each is told as something in cents, and all of them add up, where each is rounded by itself. */
const isTold = (amounts: readonly number[], sum: number): boolean => {
  const rounded = amounts.map((amount) => Math.round(neat(amount * 100)))
  const isNothing = rounded.some((part, place) => part === 0 && amounts[place] !== 0)
  return !isNothing && rounded.reduce((all, each) => all + each, 0) === Math.round(neat(sum * 100))
}

/** Drops the last digits of a product: 0.29 × 100 is 29. */
const neat = (value: number): number => Number(value.toPrecision(12))
