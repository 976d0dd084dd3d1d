import * as z from 'zod/mini'
import { channelStatuses } from '#contract/channels.ts'
import { providerOf } from '#providers/index.ts'
import { choosableDialects } from '#providers/provider.ts'
import type { ChannelRow } from '../../db/schema.ts'
import { nameList } from '../../lib/name-list.ts'
import type { Vault } from '../../lib/vault.ts'
import type { Channel, ChannelSetting } from './channel.ts'
import { keyIdOf, readKeyStates } from './channel-key-states.ts'

/** A stored channel as the relay uses it. Throws when its key was sealed with another secret. */
export const openChannel = (row: ChannelRow, vault: Vault): Channel => {
  const allKeys = splitKeys(vault.open(row.key_sealed), row.type)
  const states = readKeyStates(row.key_states)
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    keys: states.size === 0 ? allKeys : allKeys.filter((key) => !states.has(keyIdOf(vault, key))),
    allKeys,
    keyStates: states,
    baseUrl: row.base_url,
    other: row.other,
    models: nameList(row.models).map((model) => row.model_prefix + model),
    groups: nameList(row.group),
    priority: row.priority,
    weight: row.weight,
    mostInputTokens: row.max_input_tokens,
    modelPrefix: row.model_prefix,
    modelMapping: parseStored(row.model_mapping, z.record(z.string(), z.string())) ?? {},
    statusCodeMapping: readStatusCodes(row.status_code_mapping),
    paramOverride: parseStored(row.param_override, z.record(z.string(), z.unknown())),
    organization: row.openai_organization,
    dialect: parseStored(row.setting, dialects)?.dialect,
    setting: readSetting(row.setting),
    testModel: row.test_model,
    autoBan: row.auto_ban === 1,
    enabled: row.status === channelStatuses.enabled,
  }
}

/** The keys that a text holds; a key that is a document must not be cut at its commas. */
export const splitKeys = (text: string, type: number): string[] => {
  if (providerOf(type).keyIsDocument === true) return [text.trim()]
  return nameList(text)
}

/** One key a line, whatever is in it; documents may also be the members of one JSON array. */
export const splitLines = (text: string, type: number): string[] => {
  const trimmed = text.trim()
  if (providerOf(type).keyIsDocument === true) {
    const value = parseStored(trimmed, z.unknown())
    if (Array.isArray(value)) return value.map((document) => JSON.stringify(document))
    if (value !== undefined) return [trimmed]
  }
  return [
    ...new Set(
      trimmed
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    ),
  ]
}

export const readSetting = (text: string): ChannelSetting => {
  const setting = parseStored(text, settings)
  return {
    forceFormat: setting?.force_format ?? false,
    thinkingToContent: setting?.thinking_to_content ?? false,
    proxy: setting?.proxy || undefined,
    neverStreams: setting?.stream_support === 'NON_STREAM_ONLY',
  }
}

const settings = z.object({
  force_format: z.catch(z.boolean(), false),
  thinking_to_content: z.catch(z.boolean(), false),
  proxy: z.catch(z.string(), ''),
  stream_support: z.catch(z.string(), ''),
})

const dialects = z.object({
  dialect: z.catch(z.optional(z.enum(choosableDialects)), undefined),
})

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
