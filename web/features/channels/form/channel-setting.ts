import * as z from 'zod/mini'
import { anyObject, type SettingEntry } from '#contract/channel-field-kinds.ts'
import { type ChannelSettingName, eachSetting } from '#contract/channel-field-parts.ts'

/** What the form has fields of its own for; whatever else stands in the setting is kept as it is. */
export type KnownSettings = Record<ChannelSettingName, string | boolean>

/** The settings in a text; undefined while it is not the text of an object. */
export const readSettings = (text: string): KnownSettings | undefined => {
  const members = membersOf(text)
  if (members === undefined) return undefined
  const known = eachSetting.map(([name, entry]) => [name, knownValue(entry, members[name])])
  return Object.fromEntries(known) as KnownSettings // seam: Object.fromEntries forgets which names there are
}

const knownValue = ({ kind }: SettingEntry, value: unknown): string | boolean => {
  if (kind === 'flag') return value === true
  return typeof value === 'string' ? value : ''
}

/** The text with one setting changed; one that says no more than nothing does is left out. */
export const withSetting = (text: string, name: ChannelSettingName, value: string | boolean): string => {
  const { [name]: _old, ...rest } = membersOf(text) ?? {}
  const next = value === '' || value === false ? rest : { ...rest, [name]: value }
  return Object.keys(next).length === 0 ? '' : JSON.stringify(next, null, 2)
}

/** A proxy as the gateway can use it. */
export const isProxy = (text: string): boolean => /^(?:https?|socks5h?):\/\/[^\s\\#?/]+\/?$/i.test(text)

const membersOf = (text: string): Record<string, unknown> | undefined => {
  if (text.trim() === '') return {}
  try {
    return z.safeParse(anyObject, JSON.parse(text)).data
  } catch {
    return undefined
  }
}
