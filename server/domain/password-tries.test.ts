import { expect, it } from 'vitest'
import { turnsOf } from './password-tries.ts'

it('strangers who try passwords of an account stand in no line with the browser that the account knows', () => {
  const attempt = { account: 'ann', address: '203.0.113.7' }
  expect(turnsOf({ ...attempt, device: undefined })).toEqual(['address 203.0.113.7', 'ann'])
  expect(turnsOf({ ...attempt, device: 'd' })).toEqual(['device d'])
})
