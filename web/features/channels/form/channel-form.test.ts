import { expect, it } from 'vitest'
import { channels } from '#contract/channels.ts'
import { channelText } from '../../../testing/channel-text.ts'
import { sampleChannel } from '../../../testing/sample-channel.ts'
import { splitNames } from '../../../ui/multi-combobox.tsx'
import {
  channelChange,
  channelSchema,
  channelValues,
  endsWithVersion,
  makesMany,
  newChannelBody,
  newChannelValues,
} from './channel-form.ts'

const channel = sampleChannel({
  key: 'secret',
  base_url: 'https://example.com',
  group: 'default,vip',
  model_mapping: '{"one":"uno"}',
  priority: 5,
  weight: 1,
})

const plain = { key_is_document: false, other_default: '' }
const documents = { ...plain, key_is_document: true }
const versioned = { ...plain, other_default: 'v7' }

const filled = { ...newChannelValues(), name: 'main', key: 'secret', models: ['one'] }

const faults = (change: Partial<typeof filled>, key = true) => {
  const schema = channelSchema(channelText, { key, addressOf: (type) => type === 8 })
  const parsed = schema.safeParse({ ...filled, ...change })
  return parsed.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
}

it('sends what the control plane takes', () => {
  const body = newChannelBody({ ...filled, base_url: 'https://example.com/base//', models: ['one', 'two'] }, plain)
  expect(channels.create.body.safeParse(body).success).toBe(true)
  expect(body).toMatchObject({ base_url: 'https://example.com/base', models: 'one,two', group: 'default', auto_ban: 1 })
})

it('sends a list of keys one per line, and a document as it is', () => {
  expect(newChannelBody({ ...filled, key: 'a, b\nb', isKeyList: true }, plain)).toMatchObject({
    key: 'a\nb',
    key_list: 1,
  })
  expect(newChannelBody({ ...filled, key: 'a, b\nb' }, plain)).toMatchObject({ key: 'a, b\nb', key_list: 0 })
  expect(newChannelBody({ ...filled, key: '{"a":1,\n"b":2}', isKeyList: true }, documents).key).toBe('{"a":1,\n"b":2}')
})

it('gives a copy the key of its source unless another was entered', () => {
  expect(newChannelBody({ ...filled, key: '' }, plain, 'source').key).toBe('source')
  expect(newChannelBody(filled, plain, 'source').key).toBe('secret')
})

it('fills in what the provider takes where nothing is said', () => {
  expect(newChannelBody(filled, versioned).other).toBe('v7')
  expect(newChannelBody({ ...filled, other: 'v3.5' }, versioned).other).toBe('v3.5')
})

it('changes only what differs and keeps a key that was not entered', () => {
  const values = channelValues(channel)
  expect(values.key).toBe('')
  expect(channelChange(channel, values, plain)).toEqual({ id: 3 })
  expect(channelChange(channel, { ...values, model_mapping: '', priority: -7, models: ['two'] }, plain)).toEqual({
    id: 3,
    model_mapping: '',
    priority: -7,
    models: 'two',
  })
  expect(channelChange(channel, { ...values, key: 'new' }, plain)).toEqual({ id: 3, key: 'new' })
})

it('names each fault of the form', () => {
  expect(faults({})).toEqual([])
  expect(faults({ name: ' ', key: ' ' })).toEqual([
    'name: Please fill in the channel name and key',
    'key: Please fill in the channel name and key',
  ])
  expect(faults({ key: '' }, false)).toEqual([])
  expect(faults({ models: [] })).toEqual(['models: Please choose at least one model'])
  expect(faults({ model_mapping: '{' })).toEqual(['model_mapping: Model mapping must be valid JSON (line 1, column 2)'])
  expect(faults({ model_mapping: '{"a":1}' })).toEqual([
    'model_mapping: Model mapping must be a JSON object of model names',
  ])
  expect(faults({ status_code_mapping: '{"429":"500","400":404}' })).toEqual([])
  expect(faults({ status_code_mapping: '{"429":"900"}' })).toHaveLength(1)
  expect(faults({ setting: '{\n  "a": 1,\n}' })).toEqual([
    'setting: Channel settings must be valid JSON (line 3, column 1)',
  ])
  expect(faults({ setting: '{"proxy":"host:1080"}' })).toEqual([
    'setting: The proxy must begin with http://, https:// or socks5://',
  ])
  expect(faults({ param_override: 'x' })).toEqual([
    'param_override: Parameter override must be valid JSON (line 1, column 1)',
  ])
  expect(faults({ param_override: '[1]' })).toEqual(['param_override: Must be a JSON object'])
  expect(faults({ other: 'us-east1' })).toEqual([])
  expect(faults({ other: '{"default":' })).toEqual([
    'other: The extra setting begins like JSON but is not valid JSON (line 1, column 12)',
  ])
  expect(faults({ base_url: 'example.com' })).toEqual(['base_url: The address must begin with http:// or https://'])
  expect(faults({ max_input_tokens: 1.5 })).toEqual(['max_input_tokens: Must be a non-negative integer'])
  expect(faults({ priority: null })).toEqual(['priority: Priority must be an integer'])
  expect(faults({ weight: -1 })).toEqual(['weight: Weight must be a non-negative integer'])
  expect(faults({ type: 8 })).toEqual(['base_url: This provider needs an address'])
})

it('makes a channel for each key only of several keys, or of several documents', () => {
  const listed = { ...filled, isKeyList: true, isBatch: true }
  expect(makesMany({ ...listed, key: 'a\nb' }, plain)).toBe(true)
  expect(makesMany({ ...listed, key: 'a\nb', isBatch: false }, plain)).toBe(false)
  expect(makesMany({ ...listed, key: 'a' }, plain)).toBe(false)
  expect(makesMany({ ...listed, key: '[{"a":1},{"b":2}]' }, documents)).toBe(true)
  expect(makesMany({ ...listed, key: '{"a":1}' }, documents)).toBe(false)
})

it('knows an address that ends with the version', () => {
  expect(endsWithVersion('https://example.com/v1')).toBe(true)
  expect(endsWithVersion('https://example.com/v1/')).toBe(true)
  expect(endsWithVersion('https://example.com/v1beta')).toBe(false)
})

it('splits model names at commas and white space', () => {
  expect(splitNames('one, two\tthree\nfour，five  ')).toEqual(['one', 'two', 'three', 'four', 'five'])
})
