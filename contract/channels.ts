import * as z from 'zod/mini'
import { sentColumns, shownColumns } from './channel-field-parts.ts'
import { channelColumns } from './channel-fields.ts'
import { endpoint } from './endpoint.ts'
import {
  filterText,
  flagText,
  idParams,
  nothing,
  orderBy,
  pageOf,
  pageQuery,
  searchText,
  singleLine,
  wholeText,
} from './fields.ts'
import { echoed, type ToldFields } from './told-fields.ts'
import { actReason } from './user-acts.ts'

export const channelStatuses = { enabled: 1, disabled: 2, autoDisabled: 3 } as const

/** A key of a channel with several that is left out: for a while, or until it is enabled again. */
const stoppedKey = z.object({
  /** Names the key without showing it. */
  id: z.string(),
  /** Its place among the channel's keys, from 1. */
  place: z.int(),
  state: z.enum(['resting', 'disabled']),
  reason: z.string(),
  since: z.int(),
  /** 0: until it is enabled again. */
  until: z.int(),
})
export type StoppedKey = z.output<typeof stoppedKey>

/** Any key of a channel with several, in use or not. */
export const channelKey = z.extend(stoppedKey, {
  state: z.enum(['working', 'resting', 'disabled']),
  /** An operator disabled it. */
  by_hand: z.boolean(),
})
export type ChannelKey = z.output<typeof channelKey>

/** The vendor was asked too much, refuses the key, or calls kept failing. */
const restCause = z.enum(['limit', 'refused', 'failures'])
export type RestCause = z.output<typeof restCause>

/** That models of a channel get no calls for a while, on the node that tells it. */
export const channelRest = z.object({
  models: z.int(),
  /** Unix seconds; of several the last. */
  until: z.int(),
  why: restCause,
  /** Of the failure that it rests for: a reason of error-reasons.ts, or the status and the code that the upstream gave. */
  reason: z.string(),
})
export type ChannelRest = z.output<typeof channelRest>

export const channel = z.object({
  id: z.int(),
  /** Empty in lists. */
  key: z.string(),
  ...shownColumns,
  response_time: z.int(),
  test_time: z.int(),
  /** Why the last test failed: a reason of error-reasons.ts, or what the upstream said. Empty: it did not. */
  test_fault: z.string(),
  balance: z.number(),
  balance_updated_time: z.int(),
  used_quota: z.int(),
  /** JSON text: `status_reason` with its `status_values`, and `status_time`; empty when nothing but an operator changed the status. */
  other_info: z.string(),
  created_time: z.int(),
  key_count: z.int(),
  stopped_keys: z.array(stoppedKey),
  /** Null: it does not rest. */
  rest: z.nullable(channelRest),
  /** How its calls ended within about the last hour, on the node that tells it. */
  lately: z.object({ successes: z.int(), failures: z.int() }),
})
export type Channel = z.output<typeof channel>

/** What stands in `other_info`. */
export const channelInfo = z.object({
  /** A reason of error-reasons.ts with its values, or what the upstream said. */
  status_reason: z.string(),
  status_values: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
  status_time: z.int(),
})
const knownInfo = z.partial(channelInfo)

/** Why and since when a channel has its status, as far as that is known. */
export const channelInfoOf = ({ other_info: text }: Pick<Channel, 'other_info'>): z.output<typeof knownInfo> => {
  try {
    const parsed = knownInfo.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : {}
  } catch {
    return {}
  }
}

/** Channels with one tag, as the list shows them in tag mode: all of them, also where a filter found only some. */
const channelTag = z.object({
  tag: z.string(),
  /** The groups of all of them, with commas between. */
  group: z.string(),
  used_quota: z.int(),
  /** The average of those that were tested; 0 when none was. */
  response_time: z.int(),
  /** Null when they differ. */
  priority: z.nullable(z.int()),
  weight: z.nullable(z.int()),
  count: z.int(),
  enabled_count: z.int(),
  /** Of all of them. */
  ids: z.array(z.int()),
  /** The first 20, fewer on a page with many tags; with the filter `tag` all of them, up to 1000. */
  children: z.array(channel),
})
export type ChannelTag = z.output<typeof channelTag>

const listed = z.union([channel, channelTag])
export type ListedChannel = z.output<typeof listed>
export const isChannelTag = (row: ListedChannel): row is ChannelTag => 'children' in row

/** What may be sent for a field; a key is sent, and never stored or shown as it is. */
export const channelFields = { ...sentColumns, key: z.string().check(z.maxLength(65_536)) }
const all = z.object(channelFields)
const newChannel = z.extend(z.partial(all), {
  type: z._default(channelFields.type, channelColumns.type.initial),
  name: channelFields.name,
  key: channelFields.key,
  models: channelFields.models,
  group: z._default(channelFields.group, channelColumns.group.initial),
})
/** What a new channel is refused with that lacks one of them. */
const missing = {
  name: 'channel_fields_missing',
  key: 'channel_fields_missing',
  models: 'channel_models_missing',
} as const
export type NewChannelInput = z.input<typeof newChannel>
/** What the gateway knows of a channel. */
export const toldOfChannel = {
  created_time: 'fixed',
  key_count: 'fixed',
  used_quota: 'grows',
  test_time: 'grows',
  response_time: { beside: 'test_time' },
  test_fault: { beside: 'test_time' },
  balance_updated_time: 'grows',
  balance: { beside: 'balance_updated_time' },
  other_info: { beside: 'status' },
  stopped_keys: 'live',
  rest: 'live',
  lately: 'live',
} as const satisfies ToldFields<Channel>
const channelChange = z.extend(z.partial(all), {
  id: z.int().check(z.positive()),
  ...echoed(channel.shape, toldOfChannel),
})
export type ChannelChangeInput = z.input<typeof channelChange>

const statusFilter = z.pipe(
  z._default(z.union([z.enum(['enabled', 'disabled']), z.pipe(wholeText, z.transform(String))]), ''),
  z.transform((name) => statusesOf[name]),
)

const statusesOf: Readonly<Record<string, readonly number[] | undefined>> = {
  enabled: [1],
  disabled: [2, 3],
  '1': [1],
  '2': [2],
  '3': [3],
}

/** Empty text and zero narrow nothing. */
const listFilters = z.object({
  keyword: searchText,
  group: filterText,
  model: filterText,
  tag: filterText,
  /** `disabled` means both kinds. */
  status: statusFilter,
  /** Those whose last test failed. */
  test: z._default(z.enum(['', 'failed']), ''),
  type: wholeText,
  id_sort: flagText,
  tag_mode: flagText,
  ...orderBy(['id', 'name', 'used_quota', 'response_time', 'balance', 'priority', 'weight']),
})
export type ChannelFilters = z.output<typeof listFilters>

export const channels = {
  list: endpoint({
    method: 'GET',
    path: '/api/channel/',
    access: 'admin',
    summary:
      'Channels, highest priority first, newest first with id_sort, or in the order asked for; with tag_mode one row a tag',
    query: z.intersection(pageQuery, listFilters),
    data: pageOf(listed),
  }),
  search: endpoint({
    method: 'GET',
    path: '/api/channel/search',
    access: 'admin',
    summary: 'The same as the list: the keyword is an id, an exact key, or a part of a name',
    query: z.intersection(pageQuery, listFilters),
    data: pageOf(listed),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/channel/:id',
    access: 'admin',
    summary: 'One channel; with its keys, which the audit log tells, unless it is asked for without',
    touches: ['audit'],
    params: idParams,
    query: z.object({ keyless: flagText }),
    data: channel,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/channel/',
    access: 'admin',
    summary: 'Add a channel',
    body: newChannel,
    missing,
    data: channel,
  }),
  createMany: endpoint({
    method: 'POST',
    path: '/api/channel/batch/create',
    access: 'admin',
    summary: 'Add a channel for each line of the key, or for each document of a JSON array; all else they share',
    body: z.extend(newChannel, { key: z.string().check(z.maxLength(500_000)) }),
    missing,
    data: z.object({ count: z.int(), ids: z.array(z.int()) }),
  }),
  copy: endpoint({
    method: 'POST',
    path: '/api/channel/copy/:id',
    access: 'admin',
    summary: 'Add a channel like another, key included; what the other learned and used stays with it',
    params: idParams,
    query: z.object({ suffix: z._default(singleLine(32), '-copy') }),
    data: channel,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/channel/',
    access: 'admin',
    summary: 'Change exactly the fields sent; an empty key keeps the key, and null empties a field',
    body: channelChange,
    data: channel,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/channel/:id',
    access: 'admin',
    summary: 'Delete a channel; the reason stands in the audit log',
    params: idParams,
    query: z.object({ reason: actReason.reason }),
    data: nothing,
  }),
  models: endpoint({
    method: 'GET',
    path: '/api/channel/models',
    access: 'admin',
    summary: 'Every model name any channel type is known to serve',
    data: z.array(z.object({ id: z.string() })),
  }),
  enabledModels: endpoint({
    method: 'GET',
    path: '/api/channel/models_enabled',
    access: 'admin',
    summary: 'The models that enabled channels serve',
    data: z.array(z.string()),
  }),
}
