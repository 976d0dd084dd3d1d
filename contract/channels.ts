import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { flagText, idParams, nothing, pageOf, pageQuery, searchText, singleLine } from './fields.ts'

export const channelStatuses = { enabled: 1, disabled: 2, autoDisabled: 3 } as const

const channel = z.object({
  id: z.int(),
  type: z.int(),
  name: z.string(),
  /** Empty in lists. */
  key: z.string(),
  status: z.int(),
  base_url: z.string(),
  other: z.string(),
  models: z.string(),
  group: z.string(),
  tag: z.string(),
  model_prefix: z.string(),
  model_mapping: z.string(),
  status_code_mapping: z.string(),
  param_override: z.string(),
  setting: z.string(),
  openai_organization: z.string(),
  test_model: z.string(),
  max_input_tokens: z.int(),
  priority: z.int(),
  weight: z.int(),
  auto_ban: z.int(),
  response_time: z.int(),
  test_time: z.int(),
  balance: z.number(),
  balance_updated_time: z.int(),
  used_quota: z.int(),
  other_info: z.string(),
  created_time: z.int(),
})
export type Channel = z.output<typeof channel>

const jsonText = z.string().check(z.maxLength(65_536))

/** A field that may be sent as null to be emptied. */
const text = (longest: number) => z.nullable(z.string().check(z.maxLength(longest)))

const fields = {
  type: z.int().check(z.minimum(1), z.maximum(999)),
  name: singleLine(128).check(z.trim(), z.minLength(1)),
  key: z.string().check(z.maxLength(65_536)),
  base_url: text(1024),
  other: text(65_536),
  models: z.string().check(z.maxLength(65_536)),
  group: z.string().check(z.maxLength(1024)),
  tag: z.nullable(singleLine(64)),
  model_prefix: z.nullable(singleLine(64)),
  model_mapping: z.nullable(jsonText),
  status_code_mapping: z.nullable(jsonText),
  param_override: z.nullable(jsonText),
  setting: z.nullable(jsonText),
  openai_organization: z.nullable(singleLine(256)),
  test_model: z.nullable(singleLine(255)),
  max_input_tokens: z.nullable(z.int().check(z.minimum(0))),
  priority: z.nullable(z.int().check(z.minimum(-999), z.maximum(1_000_000_000))),
  weight: z.nullable(z.int().check(z.minimum(0), z.maximum(1_000_000))),
  auto_ban: z.nullable(z.union([z.literal(0), z.literal(1)])),
  status: z.union([z.literal(1), z.literal(2)]),
}
const all = z.object(fields)
const newChannel = z.extend(z.partial(all), {
  type: z._default(fields.type, 1),
  name: fields.name,
  key: fields.key,
  models: fields.models,
  group: z._default(fields.group, 'default'),
})
export type NewChannelInput = z.input<typeof newChannel>
const channelChange = z.extend(z.partial(all), { id: z.int().check(z.positive()) })
export type ChannelChangeInput = z.input<typeof channelChange>

export const channels = {
  list: endpoint({
    method: 'GET',
    path: '/api/channel/',
    access: 'admin',
    summary: 'Channels, highest priority first, or newest first with id_sort',
    query: z.intersection(pageQuery, z.object({ id_sort: flagText, tag_mode: flagText })),
    data: pageOf(channel),
  }),
  search: endpoint({
    method: 'GET',
    path: '/api/channel/search',
    access: 'admin',
    summary: 'Channels by id, name or exact key, by model and by group',
    query: z.object({
      keyword: searchText,
      group: searchText,
      model: searchText,
      id_sort: flagText,
      tag_mode: flagText,
    }),
    data: z.array(channel),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/channel/:id',
    access: 'admin',
    summary: 'One channel',
    params: idParams,
    data: channel,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/channel/',
    access: 'admin',
    summary: 'Add a channel',
    body: newChannel,
    data: channel,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/channel/',
    access: 'admin',
    summary: 'Change exactly the fields sent; an empty key keeps the key',
    body: channelChange,
    data: channel,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/channel/:id',
    access: 'admin',
    summary: 'Delete a channel',
    params: idParams,
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
