import { expect, it } from 'vitest'
import { channels } from '#contract/channels.ts'
import { messages } from '../../locales/en/channels.ts'
import { splitNames } from '../../ui/multi-combobox.tsx'
import {
  channelChange,
  channelSchema,
  channelValues,
  endsWithVersion,
  newChannelBody,
  newChannelValues,
} from './channel-form.ts'

const text = ((key: keyof typeof messages) => {
  const message = messages[key]
  return typeof message === 'string' ? message : message.other
}) as Parameters<typeof channelSchema>[0]

const channel = {
  id: 3,
  type: 1,
  name: 'main',
  key: 'secret',
  status: 1,
  base_url: 'https://example.com',
  other: '',
  models: 'one,two',
  group: 'default,vip',
  tag: '',
  model_prefix: '',
  model_mapping: '{"one":"uno"}',
  status_code_mapping: '',
  param_override: '',
  setting: '',
  openai_organization: '',
  test_model: '',
  max_input_tokens: 0,
  priority: 5,
  weight: 1,
  auto_ban: 1,
  response_time: 0,
  test_time: 0,
  balance: 0,
  balance_updated_time: 0,
  used_quota: 0,
  other_info: '',
  created_time: 1,
}

const filled = { ...newChannelValues(), name: 'main', key: 'secret', models: ['one'] }

const faults = (change: Partial<typeof filled>, key = true) => {
  const schema = channelSchema(text, { key, addressOf: (type) => type === 8 })
  const parsed = schema.safeParse({ ...filled, ...change })
  return parsed.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
}

it('sends what the control plane takes', () => {
  const body = newChannelBody({ ...filled, address: 'https://example.com/base//', models: ['one', 'two'] })
  expect(channels.create.body.safeParse(body).success).toBe(true)
  expect(body).toMatchObject({ base_url: 'https://example.com/base', models: 'one,two', group: 'default', auto_ban: 1 })
})

it('sends a list of keys one per line, and a document as it is', () => {
  expect(newChannelBody({ ...filled, key: 'a, b\nb', isKeyList: true }).key).toBe('a\nb')
  expect(newChannelBody({ ...filled, type: 41, key: '{"a":1,\n"b":2}', isKeyList: true }).key).toBe('{"a":1,\n"b":2}')
})

it('gives a copy the key of its source unless another was entered', () => {
  expect(newChannelBody({ ...filled, key: '' }, 'source').key).toBe('source')
  expect(newChannelBody(filled, 'source').key).toBe('secret')
})

it('fills in the version that one type cannot do without', () => {
  expect(newChannelBody({ ...filled, type: 18 }).other).toBe('v2.1')
  expect(newChannelBody({ ...filled, type: 18, other: 'v3.5' }).other).toBe('v3.5')
})

it('changes only what differs and keeps a key that was not entered', () => {
  const values = channelValues(channel)
  expect(values.key).toBe('')
  expect(channelChange(channel, values)).toEqual({ id: 3 })
  expect(channelChange(channel, { ...values, modelMapping: '', priority: -7, models: ['two'] })).toEqual({
    id: 3,
    model_mapping: '',
    priority: -7,
    models: 'two',
  })
  expect(channelChange(channel, { ...values, key: 'new' })).toEqual({ id: 3, key: 'new' })
})

it('names each fault of the form', () => {
  expect(faults({})).toEqual([])
  expect(faults({ name: ' ', key: ' ' })).toEqual([
    'name: Please fill in the channel name and key',
    'key: Please fill in the channel name and key',
  ])
  expect(faults({ key: '' }, false)).toEqual([])
  expect(faults({ models: [] })).toEqual(['models: Please choose at least one model'])
  expect(faults({ modelMapping: '{' })).toEqual(['modelMapping: Model mapping must be valid JSON'])
  expect(faults({ setting: '[' })).toEqual(['setting: Channel settings must be valid JSON'])
  expect(faults({ override: 'x' })).toEqual(['override: Parameter override must be valid JSON'])
  expect(faults({ other: 'us-east1' })).toEqual([])
  expect(faults({ other: '{"default":' })).toHaveLength(1)
  expect(faults({ priority: null })).toEqual(['priority: Priority must be an integer'])
  expect(faults({ weight: -1 })).toEqual(['weight: Weight must be a non-negative integer'])
  expect(faults({ type: 8 })).toEqual(['address: This provider needs an address'])
})

it('knows an address that ends with the version', () => {
  expect(endsWithVersion('https://example.com/v1')).toBe(true)
  expect(endsWithVersion('https://example.com/v1/')).toBe(true)
  expect(endsWithVersion('https://example.com/v1beta')).toBe(false)
})

it('splits model names at commas and white space', () => {
  expect(splitNames('one, two\tthree\nfour，five  ')).toEqual(['one', 'two', 'three', 'four', 'five'])
})
