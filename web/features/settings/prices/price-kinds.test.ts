import { expect, it } from 'vitest'
import { assumedRatio, priceInstead } from './price-kinds.ts'

const plain = { name: 'nobodys-model', completionRatio: 4, audio: undefined }

it('A kind of tokens without a price costs as input does, and spoken output as written', () => {
  expect(priceInstead('cacheRead', plain)).toBe('asInput')
  expect(priceInstead('image', plain)).toBe('asInput')
  expect(priceInstead('audioOutput', plain)).toBe('asOutput')
  expect(priceInstead('audioOutput', { ...plain, audio: 10 })).toBe('asAudio')
})

it('A model whose vendor asks otherwise is told by so many times', () => {
  const claude = { ...plain, name: 'claude-some-day' }
  expect(priceInstead('cacheWrite', claude)).toBeUndefined()
  expect([assumedRatio('cacheRead', claude), assumedRatio('cacheWrite', claude)]).toEqual([0.1, 1.25])
})
