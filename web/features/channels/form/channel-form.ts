import { drawnColumns } from '#contract/channel-field-parts.ts'
import type { Channel, NewChannelInput } from '#contract/channels.ts'
import type { ProviderCard } from '#contract/providers.ts'
import type { FormEntry, RecordForm } from '../../../lib/record-form.ts'
import type { RecordEdit } from '../../../ui/use-record-form.ts'
import { hasManyKeys, splitKeys } from './channel-keys.ts'
import {
  type ChannelFormValues,
  type FieldValue,
  formValue,
  sentValue,
  withoutTrailingSlash,
} from './channel-values.ts'
import { columnEntry } from './column-entry.ts'

/** What differs by the provider of a channel; undefined as long as it is not known. */
type Provider = Pick<ProviderCard, 'key_is_document' | 'other_default'> | undefined

type Beginning = {
  /** The channel that a new one is made after, and what the new one is called. */
  copied?: { source: Channel; name: string }
  needsAddress(type: number): boolean
}

export type ChannelForm = RecordForm<Channel, NewChannelInput, 'channels', ChannelFormValues>
export type ChannelEdit = RecordEdit<Channel, NewChannelInput, 'channels', ChannelFormValues>

/** Its fields are those of `contract/channel-fields.ts`, and the key, which stays where it is: a form never shows it. */
export const channelForm = ({ copied, needsAddress }: Beginning): ChannelForm => {
  const columns = drawnColumns.map(([name, column]) => [
    name,
    columnEntry<Channel, NewChannelInput>(name, column, {
      start: copied && name === 'name' ? copied.name : formValue(column, copied?.source[name] ?? column.initial),
      from: (channel) => formValue(column, channel[name]),
      to: (value) => ({ [name]: sentValue(column, value) }),
    }),
  ])
  const own = {
    type: {
      control: 'choice',
      label: 'provider',
      start: copied?.source.type ?? 1,
      from: (channel) => channel.type,
      to: (type) => ({ type }),
    } satisfies OwnEntry<number>,
    key: {
      control: 'lines',
      label: 'fieldKey',
      start: '',
      // An empty one of a copy is that of its source, and of a channel the one it has.
      required: (before) => before === undefined && copied === undefined && 'keyMissing',
      to: (key) => ({ key: key.trim() }),
    } satisfies OwnEntry<string>,
    isKeyList: {
      control: 'switch',
      label: 'keyList',
      start: (copied?.source.key_list ?? 0) !== 0,
      from: (channel) => channel.key_list !== 0,
      to: (isKeyList) => ({ key_list: isKeyList ? 1 : 0 }),
    } satisfies OwnEntry<boolean>,
    isBatch: { control: 'switch', label: 'keyEach', start: false } satisfies OwnEntry<boolean>,
  }
  return {
    // seam: Object.fromEntries forgets which names there are
    entries: { ...own, ...Object.fromEntries(columns) } as unknown as ChannelForm['entries'],
    together: ({ type, base_url }, t) => ({
      base_url: needsAddress(type) && base_url.trim() === '' ? t('addressRequired') : undefined,
    }),
  }
}

type OwnEntry<Value extends FieldValue> = FormEntry<Channel, NewChannelInput, 'channels', Value>
type KeyValues = Pick<ChannelFormValues, 'key' | 'isKeyList' | 'isBatch'>

/** Whether the keys entered are for a channel each: a list of them, or an array of documents. */
export const makesMany = ({ key, isKeyList, isBatch }: KeyValues, provider: Provider): boolean =>
  isBatch && hasManyKeys(key, provider?.key_is_document ?? false, isKeyList)

/** What the fields say, as this provider takes it: the keys of a list one per line, and its default where nothing is said. */
export const channelBody = <Body extends Partial<NewChannelInput>>(
  body: Body,
  values: KeyValues,
  provider: Provider,
): Body => {
  const isList = values.isKeyList && !provider?.key_is_document
  return {
    ...body,
    ...(body.key !== undefined && isList ? { key: splitKeys(body.key).join('\n') } : {}),
    ...(body.other === '' ? { other: provider?.other_default ?? '' } : {}),
    // Those that are for a channel each are one key there.
    ...(makesMany(values, provider) ? { key_list: 0 } : {}),
  }
}

/** The version is part of the paths we ask for, so an address that has it too leads nowhere. */
export const endsWithVersion = (address: string): boolean => withoutTrailingSlash(address).endsWith('/v1')
