import * as z from 'zod/mini'
import { channelStatuses } from '#contract/channels.ts'
import type { ProtocolName } from '#protocols/protocol.ts'
import { choosableDialects } from '#providers/provider.ts'
import type { ChannelRow } from '../db/schema.ts'
import type { Log } from '../lib/log.ts'
import type { Vault } from '../lib/vault.ts'

/** A channel in memory: keys opened, JSON fields parsed. */
export type Channel = {
  id: number
  name: string
  type: number
  keys: readonly string[]
  /** Without a trailing slash; empty when the provider's own address is meant. */
  baseUrl: string
  other: string
  /** Public names: prefix included. */
  models: readonly string[]
  groups: readonly string[]
  priority: number
  weight: number
  modelPrefix: string
  modelMapping: Readonly<Record<string, string>>
  /** Upstream status -> the status clients see. */
  statusCodeMapping: Readonly<Record<string, number>>
  paramOverride: Readonly<Record<string, unknown>> | undefined
  organization: string
  /** The chat dialect it is spoken to in, where its provider speaks several; undefined: whichever suits best. */
  dialect: ProtocolName | undefined
  setting: ChannelSetting
  autoBan: boolean
  enabled: boolean
}

/** How a channel's calls differ from the usual. */
type ChannelSetting = {
  /** Streams are written anew in the client's dialect, whatever the upstream's own look like. */
  forceFormat: boolean
  /** Reasoning is told inside the text. */
  thinkingToContent: boolean
  /** Its calls go through this proxy. */
  proxy: string | undefined
  /** It only answers whole. */
  neverStreams: boolean
}

/** Every channel, and who serves what: read from memory on the hot path. */
export type ChannelPool = {
  /** After a channel was written or deleted, here or on another node. */
  refresh: (id: number) => Promise<void>
  find: (id: number) => Channel | undefined
  /** Enabled channels that serve the model in the group, highest priority first. */
  candidates: (group: string, model: string) => readonly Channel[]
  /** Public names of the models that the groups can call, sorted. */
  modelsOf: (groups: readonly string[]) => readonly string[]
  /** The model's name without the prefix of the channels that serve it: the name it is priced by. */
  bareName: (group: string, model: string) => string
}

type ChannelPoolParts = {
  readAll: () => Promise<readonly ChannelRow[]>
  readOne: (id: number) => Promise<ChannelRow | undefined>
  vault: Vault
  log: Log
}

/** Groups whose models are one service account, written as a JSON document that must not be cut at its commas. */
const documentKeyTypes = new Set([41])

export const openChannelPool = async ({ readAll, readOne, vault, log }: ChannelPoolParts): Promise<ChannelPool> => {
  const channels = new Map<number, Channel>()
  let byGroup = new Map<string, Map<string, Channel[]>>()

  const take = (row: ChannelRow) => {
    try {
      channels.set(row.id, openChannel(row, vault))
    } catch (error) {
      channels.delete(row.id)
      log.error('a channel cannot be used', { channel: row.id, error })
    }
  }

  for (const row of await readAll()) take(row)
  byGroup = indexChannels(channels.values())

  const serving = (group: string, model: string) => byGroup.get(group)?.get(model) ?? []

  return {
    refresh: async (id) => {
      const row = await readOne(id)
      if (row === undefined) channels.delete(id)
      else take(row)
      byGroup = indexChannels(channels.values())
    },
    find: (id) => channels.get(id),
    candidates: serving,
    modelsOf: (groups) => [...new Set(groups.flatMap((group) => [...(byGroup.get(group)?.keys() ?? [])]))].sort(),
    bareName: (group, model) => {
      const prefix = serving(group, model).find((channel) => model.startsWith(channel.modelPrefix))?.modelPrefix ?? ''
      return model.slice(prefix.length)
    },
  }
}

/** The name the channel's upstream knows the model by. A mapping may lead on to another; one that circles stops. */
export const upstreamModelOf = (channel: Channel, model: string): string => {
  let name = model.startsWith(channel.modelPrefix) ? model.slice(channel.modelPrefix.length) : model
  const seen = new Set([name])
  for (;;) {
    const next = Object.hasOwn(channel.modelMapping, name) ? channel.modelMapping[name] : undefined
    if (next === undefined || seen.has(next)) return name
    seen.add(next)
    name = next
  }
}

const indexChannels = (channels: Iterable<Channel>): Map<string, Map<string, Channel[]>> => {
  const byGroup = new Map<string, Map<string, Channel[]>>()
  for (const channel of channels) {
    if (!channel.enabled) continue
    for (const group of channel.groups) {
      const byModel = byGroup.get(group) ?? new Map<string, Channel[]>()
      byGroup.set(group, byModel)
      for (const model of channel.models) byModel.set(model, [...(byModel.get(model) ?? []), channel])
    }
  }
  for (const byModel of byGroup.values()) {
    for (const serving of byModel.values()) serving.sort((a, b) => b.priority - a.priority || a.id - b.id)
  }
  return byGroup
}

const openChannel = (row: ChannelRow, vault: Vault): Channel => ({
  id: row.id,
  name: row.name,
  type: row.type,
  keys: splitKeys(vault.open(row.key_sealed), row.type),
  baseUrl: row.base_url,
  other: row.other,
  models: splitList(row.models).map((model) => row.model_prefix + model),
  groups: splitList(row.group),
  priority: row.priority,
  weight: row.weight,
  modelPrefix: row.model_prefix,
  modelMapping: parseStored(row.model_mapping, z.record(z.string(), z.string())) ?? {},
  statusCodeMapping: readStatusCodes(row.status_code_mapping),
  paramOverride: parseStored(row.param_override, z.record(z.string(), z.unknown())),
  organization: row.openai_organization,
  dialect: parseStored(row.setting, dialects)?.dialect,
  setting: readSetting(row.setting),
  autoBan: row.auto_ban === 1,
  enabled: row.status === channelStatuses.enabled,
})

const settings = z.object({
  force_format: z.catch(z.boolean(), false),
  thinking_to_content: z.catch(z.boolean(), false),
  proxy: z.catch(z.string(), ''),
  stream_support: z.catch(z.string(), ''),
})

const dialects = z.object({
  dialect: z.catch(z.optional(z.enum(choosableDialects)), undefined),
})

const readSetting = (text: string): ChannelSetting => {
  const setting = parseStored(text, settings)
  return {
    forceFormat: setting?.force_format ?? false,
    thinkingToContent: setting?.thinking_to_content ?? false,
    proxy: setting?.proxy || undefined,
    neverStreams: setting?.stream_support === 'NON_STREAM_ONLY',
  }
}

const splitList = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
]

const splitKeys = (text: string, type: number): string[] => {
  if (documentKeyTypes.has(type)) return [text.trim()]
  return text
    .split(/[,\n]/)
    .map((key) => key.trim())
    .filter((key) => key !== '')
}

const statusCodes = z.record(z.string(), z.union([z.string(), z.number()]))

const readStatusCodes = (text: string): Record<string, number> =>
  Object.fromEntries(
    Object.entries(parseStored(text, statusCodes) ?? {})
      .map(([from, to]) => [from, Number(to)] as const)
      .filter(([, to]) => Number.isInteger(to) && to >= 400 && to <= 599),
  )

/** Stored JSON was checked when it was saved; what an older version left behind counts as absent. */
const parseStored = <Schema extends z.ZodMiniType>(text: string, schema: Schema): z.output<Schema> | undefined => {
  if (text === '') return undefined
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
