import { expect, it } from 'vitest'
import { addingUp } from './adding-up.ts'

it.each([
  ['cents that add up stay cents', [0.05, 0.02], 2, [0.05, 0.02]],
  ['small amounts have more digits', [0.0451, 0.0153], 6, [0.0451, 0.0153]],
  ['what is not nothing is told', [0.5, 0.0004], 6, [0.5, 0.0004]],
  ['larger ones are rounded so that they add up', [1.004, 2.004, 3.004], 2, [1.01, 2, 3]],
  ['nothing is nothing', [0, 0], 2, [0, 0]],
] as const)('%s', (_what, amounts, decimals, told) => {
  expect(addingUp(amounts)).toEqual({ decimals, amounts: told })
})
