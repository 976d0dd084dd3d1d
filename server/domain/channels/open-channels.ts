import * as z from 'zod/mini'
import { anyObject, type ColumnEntry, type SettingEntry } from '#contract/channel-field-kinds.ts'
import { type ChannelColumns, eachColumn, eachSetting, type OpenedFields } from '#contract/channel-field-parts.ts'
import { channelColumns } from '#contract/channel-fields.ts'
import { providerOf } from '#providers/index.ts'
import { choosableDialects } from '#providers/provider.ts'
import type { ChannelRow } from '../../db/schema.ts'
import { nameList } from '../../lib/name-list.ts'
import type { Vault } from '../../lib/vault.ts'
import type { Channel, ChannelSetting } from './channel.ts'
import { weighChannelCosts } from './channel-costs.ts'
import { keyIdOf, readKeyStates } from './channel-key-states.ts'
import { readLacking } from './channel-lacks.ts'

/** A stored channel as the relay uses it. Throws when its key was sealed with another secret. */
export const openChannel = (row: ChannelRow, vault: Vault): Channel => {
  const allKeys = splitKeys(vault.open(row.key_sealed), row)
  const states = readKeyStates(row.key_states)
  return {
    ...openColumns(row),
    id: row.id,
    keys: states.size === 0 ? allKeys : allKeys.filter((key) => !states.has(keyIdOf(vault, key))),
    allKeys,
    keyStates: states,
    models: nameList(row.models).map((model) => row.model_prefix + model),
    lacks: readLacking(row.lacking),
    costs: weighChannelCosts(parseStored(row.costs, channelColumns.costs.read)),
    dialect: parseStored(row.setting, dialects)?.dialect,
    setting: readSetting(row.setting),
  }
}

const openColumns = (row: ChannelRow) =>
  Object.fromEntries(
    eachColumn.flatMap(([name, column]) => (column.as === undefined ? [] : [[column.as, opened(column, row[name])]])),
  ) as OpenedFields<ChannelColumns> // seam: Object.fromEntries forgets which names there are

const opened = (column: ColumnEntry, value: string | number): unknown => {
  switch (column.kind) {
    case 'status':
    case 'flag':
      return value === 1
    case 'names':
      return nameList(String(value))
    case 'json':
      return parseStored(String(value), column.read) ?? column.read.parse(undefined)
    default:
      return value
  }
}

/** The keys that a text holds. One key may hold commas and line breaks, and a document does. */
export const splitKeys = (text: string, { type, key_list }: Pick<ChannelRow, 'type' | 'key_list'>): string[] =>
  key_list === 0 || providerOf(type).keyIsDocument === true ? [text.trim()] : nameList(text)

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
  const members = parseStored(text, anyObject) ?? {}
  return Object.fromEntries(
    eachSetting.flatMap(([name, entry]) => ('as' in entry ? [[entry.as, openedSetting(entry, members[name])]] : [])),
  ) as ChannelSetting // seam: Object.fromEntries forgets which names there are
}

/** One that says something else than it can say says nothing. */
const openedSetting = (entry: SettingEntry, value: unknown): unknown => {
  switch (entry.kind) {
    case 'flag':
      return value === true
    case 'word':
      return value === entry.word
    case 'proxy':
      return typeof value === 'string' && value !== '' ? value : undefined
    default:
      return typeof value === 'string' ? value : ''
  }
}

const dialects = z.object({
  dialect: z.catch(z.optional(z.enum(choosableDialects)), undefined),
})

/** Stored JSON was checked when it was saved; what an older version left behind counts as absent. */
const parseStored = <Schema extends z.ZodMiniType>(text: string, schema: Schema): z.output<Schema> | undefined => {
  if (text === '') return undefined
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
