import { expect, it } from 'vitest'
import { sampleChannel, sampleTag } from '../../../testing/sample-channel.ts'
import { channelRow, rowName } from './channel-row.ts'

it('tells a channel and a tag of the same name apart', () => {
  const rows = [sampleChannel({ id: 1, name: 'fast' }), sampleTag('fast', [])].map(channelRow)
  expect(rows.map((row) => [row.id, rowName(row)])).toEqual([
    [1, 'fast'],
    ['tag:fast', 'fast'],
  ])
})
