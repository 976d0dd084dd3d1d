import * as z from 'zod/mini'
import { jsonObject } from './channel-json.ts'

/** What the form has fields of its own for; whatever else stands in the setting is kept as it is. */
export type KnownSettings = {
  force_format: boolean
  thinking_to_content: boolean
  stream_support: string
  proxy: string
  dialect: string
}

export const neverStreams = 'NON_STREAM_ONLY'

const known = z.object({
  force_format: z.catch(z.boolean(), false),
  thinking_to_content: z.catch(z.boolean(), false),
  stream_support: z.catch(z.string(), ''),
  proxy: z.catch(z.string(), ''),
  dialect: z.catch(z.string(), ''),
})

/** The settings in a text; undefined while it is not the text of an object. */
export const readSettings = (text: string): KnownSettings | undefined => {
  const members = membersOf(text)
  return members && known.parse(members)
}

/** The text with one setting changed; one that says no more than nothing does is left out. */
export const withSetting = <Name extends keyof KnownSettings>(
  text: string,
  name: Name,
  value: KnownSettings[Name],
): string => {
  const { [name]: _old, ...rest } = membersOf(text) ?? {}
  const next = value === '' || value === false ? rest : { ...rest, [name]: value }
  return Object.keys(next).length === 0 ? '' : JSON.stringify(next, null, 2)
}

/** A proxy as the gateway can use it. */
export const isProxy = (text: string): boolean => /^(?:https?|socks5h?):\/\/[^\s\\#?/]+\/?$/i.test(text)

const membersOf = (text: string): Record<string, unknown> | undefined => {
  if (text.trim() === '') return {}
  try {
    return z.safeParse(jsonObject, JSON.parse(text)).data
  } catch {
    return undefined
  }
}
