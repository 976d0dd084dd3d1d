import { expect, it } from 'vitest'
import { channelBatches, type WholeTag } from '#contract/channel-batches.ts'
import { changesOf, faultsOf, startOf } from '../../../lib/record-form.ts'
import { channelText } from '../../../testing/channel-text.ts'
import type { FieldValue } from '../form/channel-values.ts'
import { partlyOf, sharedColumns, tagChange, tagForm, takenOf, withPart } from './tag-form.ts'

const tag: WholeTag = {
  tag: 'fast',
  count: 23,
  fields: {
    models: { shared: 'one,two', partly: [{ name: 'three', count: 3 }] },
    groups: { shared: '', partly: [{ name: 'vip', count: 1 }] },
    model_mapping: { shared: '{"one":"uno"}', partly: [{ name: 'two', value: 'due', count: 1 }] },
  },
}

it('shows what all channels of the tag share, and beside it what only some have', () => {
  expect(startOf(tagForm, tag)).toMatchObject({
    tag: 'fast',
    models: ['one', 'two'],
    group: [],
    model_mapping: '{"one":"uno"}',
  })
  expect(sharedColumns.map(([, column]) => partlyOf(tag, column).map(({ name }) => name))).toEqual([
    ['three'],
    ['vip'],
    ['two'],
  ])
})

it('sends only what was added or taken', () => {
  const values = startOf(tagForm, tag)
  const isChanged = (fields: Record<string, FieldValue>) =>
    Object.keys(changesOf(tagForm, { ...values, ...fields }, tag)).length > 0
  expect(isChanged({})).toBe(false)
  expect(tagChange(tag, values)).toEqual({ tag: 'fast' })
  expect(tagChange(tag, { ...values, tag: ' slow ' })).toEqual({ tag: 'fast', new_tag: 'slow' })
  expect(isChanged({ model_mapping: '{ "one": "uno" }' })).toBe(false)
  expect(isChanged({ model_mapping: '{ "one": "due" }' })).toBe(true)
  expect(isChanged({ [takenOf('models')]: ['three'] })).toBe(true)
  const change = tagChange(tag, {
    ...values,
    tag: '',
    models: ['one', 'new'],
    group: ['vip'],
    model_mapping: '{"one":"ein","new":"neu"}',
    [takenOf('models')]: ['three'],
  })
  expect(change).toEqual({
    tag: 'fast',
    new_tag: '',
    add: { models: ['new'], groups: ['vip'], model_mapping: { one: 'ein', new: 'neu' } },
    take: { models: ['two', 'three'] },
  })
  expect(channelBatches.changeTag.body.safeParse(change).success).toBe(true)
})

it('gives to all what only some had, and does not take it then', () => {
  const values = startOf(tagForm, tag)
  const given = Object.fromEntries(
    sharedColumns.map(([name, column]) => {
      const [part = { name: '', count: 0 }] = partlyOf(tag, column)
      return [name, withPart(column, values[name] ?? null, part)]
    }),
  )
  expect(tagChange(tag, { ...values, ...given, [takenOf('models')]: ['three'] })).toEqual({
    tag: 'fast',
    add: { models: ['three'], groups: ['vip'], model_mapping: { two: 'due' } },
  })
})

it('refuses a mapping that is not JSON', () => {
  const faults = faultsOf(tagForm, { ...startOf(tagForm, tag), model_mapping: '{"a":' }, channelText, tag)
  expect(faults).toEqual({ model_mapping: 'Model mapping: invalid JSON (line 1, column 6)' })
})
