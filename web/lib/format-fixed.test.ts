import { expect, it } from 'vitest'
import { shortTokens, typedNumber } from './format-fixed.ts'

it('Tokens are told in thousands and millions', () => {
  expect([8192, 128_000, 200_000, 1_000_000, 1_047_576].map(shortTokens)).toEqual([
    '8.2K',
    '128K',
    '200K',
    '1M',
    '1.05M',
  ])
})

it('A ratio is shown as it is typed', () => {
  expect([4, 1.25, 8 / 3].map(typedNumber)).toEqual(['4', '1.25', '2.6667'])
})
