import { expect, it } from 'vitest'
import { sampleChannel } from '../../../testing/sample-channel.ts'
import { previewOf } from './value-preview.ts'

it('A preview tells how many have the value already, and what the others have', () => {
  const channels = [0, 5, 5, 9, 9, 9].map((priority, id) => sampleChannel({ id, priority }))
  expect(previewOf(channels, { priority: 9 })).toEqual({
    total: 6,
    already: 3,
    from: [
      { value: '5', count: 2 },
      { value: '0', count: 1 },
    ],
  })
  expect(previewOf(channels, { tag: '' })).toEqual({ total: 6, already: 6, from: [] })
})
