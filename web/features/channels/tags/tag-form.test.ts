import { expect, it } from 'vitest'
import { channelBatches } from '#contract/channel-batches.ts'
import { channelText } from '../../../testing/channel-text.ts'
import { sampleChannel, sampleTag } from '../../../testing/sample-channel.ts'
import { differs, tagChange, tagSchema, tagValues } from './tag-form.ts'

const row = sampleTag('fast', [
  sampleChannel({ id: 1, models: 'one,two', group: 'default', model_mapping: '{"one":"uno"}' }),
  sampleChannel({ id: 2, models: 'one,two', group: 'vip', model_mapping: '{"one":"uno"}' }),
])

it('shows what all channels of the tag share, and nothing where they differ', () => {
  expect(tagValues(row)).toEqual({
    tag: 'fast',
    models: ['one', 'two'],
    group: [],
    model_mapping: '{"one":"uno"}',
  })
  expect([differs(row, 'models'), differs(row, 'group')]).toEqual([false, true])
})

it('sends only what was changed', () => {
  const values = tagValues(row)
  expect(tagChange(row, values)).toBeUndefined()
  expect(tagChange(row, { ...values, tag: ' slow ' })).toEqual({ tag: 'fast', new_tag: 'slow' })
  const change = tagChange(row, { ...values, tag: '', group: ['vip', 'svip'], models: ['one'], model_mapping: '' })
  expect(change).toEqual({ tag: 'fast', new_tag: '', groups: 'vip,svip', models: 'one', model_mapping: '' })
  expect(channelBatches.changeTag.body.safeParse(change).success).toBe(true)
})

it('refuses a mapping that is not JSON', () => {
  const parsed = tagSchema(channelText).safeParse({ ...tagValues(row), model_mapping: '{"a":' })
  expect(parsed.error?.issues[0]?.message).toBe('Model mapping must be valid JSON (line 1, column 6)')
})
