import { expect, it } from 'vitest'
import { latencyTone } from './badge.tsx'

it('A response is grey untested, then green, lime, yellow and red by its seconds', () => {
  expect([0, 1, 1000, 1001, 3000, 3001, 5000, 5001].map(latencyTone)).toEqual([
    'muted',
    ...['ok', 'ok'],
    ...['lime', 'lime'],
    ...['warn', 'warn'],
    'bad',
  ])
})
