import { expect, it } from 'vitest'
import { sampleChannel, sampleTag } from '../../../testing/sample-channel.ts'
import { channelsOf, rowId, rowName, withChange } from './channel-row.ts'

const one = sampleChannel({ id: 1, name: 'one' })
const two = sampleChannel({ id: 2, name: 'two' })
const tag = sampleTag('fast', [one, two])

it('tells a channel and a tag of the same name apart', () => {
  expect([rowId(one), rowName(one)]).toEqual(['1', 'one'])
  expect([rowId(tag), rowName(tag)]).toEqual(['tag:fast', 'fast'])
  expect(channelsOf(tag)).toEqual([one, two])
})

it('changes a channel wherever it stands, and leaves other rows as they are', () => {
  expect(withChange(one, 1, { priority: 5 })).toEqual({ ...one, priority: 5 })
  expect(withChange(tag, 2, { priority: 5 })).toEqual({ ...tag, children: [one, { ...two, priority: 5 }] })
  expect(withChange(two, 1, { priority: 5 })).toBe(two)
  expect(withChange(tag, 9, { priority: 5 })).toBe(tag)
})
