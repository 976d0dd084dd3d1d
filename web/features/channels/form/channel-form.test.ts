import { expect, it } from 'vitest'
import { channels } from '#contract/channels.ts'
import { bodyOf, changesOf, faultsOf, startOf } from '../../../lib/record-form.ts'
import { channelText } from '../../../testing/channel-text.ts'
import { sampleChannel } from '../../../testing/sample-channel.ts'
import { splitNames } from '../../../ui/multi-combobox.tsx'
import { channelBody, channelForm, endsWithVersion, makesMany } from './channel-form.ts'
import type { ChannelFormValues } from './channel-values.ts'

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

const form = channelForm({ needsAddress: (type) => type === 8 })
const filled = { ...startOf(form, undefined), name: 'main', key: 'secret', models: ['one'] }

type Provider = typeof plain
const newBody = (values: ChannelFormValues, provider: Provider) => channelBody(bodyOf(form, values), values, provider)
const change = (values: ChannelFormValues, provider: Provider) =>
  channelBody(changesOf(form, values, channel), values, provider)

const faults = (fields: Partial<typeof filled>, { of = form, before = undefined as typeof channel | undefined } = {}) =>
  Object.entries(faultsOf(of, { ...filled, ...fields }, channelText, before)).map(
    ([name, fault]) => `${name}: ${fault}`,
  )

it('begins with type 1, disabled by itself when it fails, for the usual group, without priority or weight', () => {
  const start = startOf(form, undefined)
  expect(start).toMatchObject({ type: 1, auto_ban: true, group: ['default'], priority: 0, weight: 0 })
})

it('sends what the control plane takes', () => {
  const body = newBody({ ...filled, base_url: 'https://example.com/base//', models: ['one', 'two'] }, plain)
  expect(channels.create.body.safeParse(body).success).toBe(true)
  expect(body).toMatchObject({ base_url: 'https://example.com/base', models: 'one,two', group: 'default', auto_ban: 1 })
})

it('sends a list of keys one per line, and a document as it is', () => {
  expect(newBody({ ...filled, key: 'a, b\nb', isKeyList: true }, plain)).toMatchObject({
    key: 'a\nb',
    key_list: 1,
  })
  expect(newBody({ ...filled, key: 'a, b\nb' }, plain)).toMatchObject({ key: 'a, b\nb', key_list: 0 })
  expect(newBody({ ...filled, key: '{"a":1,\n"b":2}', isKeyList: true }, documents).key).toBe('{"a":1,\n"b":2}')
})

it('begins a copy as its source is, but for the name and the key', () => {
  const copied = channelForm({ copied: { source: channel, name: 'main copy' }, needsAddress: () => false })
  expect(startOf(copied, undefined)).toEqual({ ...startOf(form, channel), name: 'main copy' })
  expect(faults({ key: '' }, { of: copied })).toEqual([])
})

it('fills in what the provider takes where nothing is said', () => {
  expect(newBody(filled, versioned).other).toBe('v7')
  expect(newBody({ ...filled, other: 'v3.5' }, versioned).other).toBe('v3.5')
})

it('changes only what differs and keeps a key that was not entered', () => {
  const values = startOf(form, channel)
  expect(values.key).toBe('')
  expect(change(values, plain)).toEqual({})
  expect(change({ ...values, model_mapping: '', priority: -7, models: ['two'] }, plain)).toEqual({
    model_mapping: '',
    priority: -7,
    models: 'two',
  })
  expect(change({ ...values, key: 'new' }, plain)).toEqual({ key: 'new' })
  expect(change({ ...values, other: 'v3' }, versioned)).toEqual({ other: 'v3' })
})

it('names each fault of the form', () => {
  expect(faults({})).toEqual([])
  expect(faults({ name: ' ', key: ' ' })).toEqual(['key: Enter a key', 'name: Enter a name'])
  expect(faults({ key: '' }, { before: channel })).toEqual([])
  expect(faults({ models: [] })).toEqual(['models: Select at least one model'])
  expect(faults({ model_mapping: '{' })).toEqual(['model_mapping: Model mapping: invalid JSON (line 1, column 2)'])
  expect(faults({ model_mapping: '{"a":1}' })).toEqual([
    'model_mapping: Model mapping must be a JSON object of model names',
  ])
  expect(faults({ status_code_mapping: '{"429":"500","400":404}' })).toEqual([])
  expect(faults({ status_code_mapping: '{"429":"900"}' })).toHaveLength(1)
  expect(faults({ setting: '{\n  "a": 1,\n}' })).toEqual(['setting: Channel settings: invalid JSON (line 3, column 1)'])
  expect(faults({ setting: '{"proxy":"host:1080"}' })).toEqual([
    'setting: The proxy must begin with http://, https:// or socks5://',
  ])
  expect(faults({ param_override: 'x' })).toEqual([
    'param_override: Parameter override: invalid JSON (line 1, column 1)',
  ])
  expect(faults({ param_override: '[1]' })).toEqual(['param_override: Must be a JSON object'])
  expect(faults({ other: 'us-east1' })).toEqual([])
  expect(faults({ other: '{"default":' })).toEqual([
    'other: The additional parameter begins like JSON but is not valid JSON (line 1, column 12)',
  ])
  expect(faults({ base_url: 'example.com' })).toEqual(['base_url: The address must begin with http:// or https://'])
  expect(faults({ max_input_tokens: 1.5 })).toEqual(['max_input_tokens: Must be a whole number, 0 or more'])
  expect(faults({ priority: null })).toEqual(['priority: Priority must be a whole number'])
  expect(faults({ weight: -1 })).toEqual(['weight: Weight must be a whole number, 0 or more'])
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
