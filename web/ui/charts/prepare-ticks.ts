import type { Tick } from './model.ts'

type Scale = {
  /** What one of the amounts is that the ticks are told in: they are round in those. */
  unit: number
  /** There is nothing between two units. */
  whole: boolean
  format(value: number, step: number): string
}

const mostSteps = 5

/** Ticks from zero to the first round value that is not below the largest, without going far beyond it. */
export const prepareTicks = (largest: number, { unit, whole, format }: Scale): Tick[] => {
  const step = roundStep(largest / unit / mostSteps, whole) * unit
  const count = Math.max(1, Math.ceil(largest / step - 1e-9))
  return Array.from({ length: count + 1 }, (_, index) => ({ value: index * step, text: format(index * step, step) }))
}

/** The next of 1, 2 or 5 times a power of ten. */
const roundStep = (least: number, whole: boolean): number => {
  if (least <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(least))
  const step = ([1, 2, 5].find((times) => times * power >= least * (1 - 1e-9)) ?? 10) * power
  return whole ? Math.max(1, step) : step
}
