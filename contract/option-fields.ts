import * as z from 'zod/mini'
import { modelName, singleLine } from './fields.ts'
import { isPattern, isQuickPattern } from './pattern-safety.ts'

/** Values that options are made of. Where a check has a sentence of its own, its message names a reason of errors.ts. */

const emptyOr = (test: (text: string) => boolean) => (text: string) => text === '' || test(text)

const isWebAddress = (text: string): boolean => {
  if (!/^https?:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}

export const shortText = singleLine(1024)
export const webAddress = shortText.check(z.refine(emptyOr(isWebAddress), 'not_web_address'))

/** A server that paths are put behind: no query, and slashes at the end are dropped. */
export const serverAddress = shortText.check(
  z.overwrite((text) => text.replace(/(?<=[^/])\/+$/, '')),
  z.refine(
    emptyOr((text) => isWebAddress(text) && !/[?#]/.test(text)),
    'not_server_address',
  ),
)

/** The address of a picture, or its path on this server. */
export const pictureAddress = shortText.check(
  z.refine(
    emptyOr((text) => isWebAddress(text) || /^\/(?!\/)[^\s\\]*$/.test(text)),
    'not_web_address',
  ),
)

/** The name of a machine, or its number, and nothing before or behind it. */
export const hostName = shortText.check(
  z.refine(
    emptyOr((text) => /^[a-z0-9._-]{1,253}$/i.test(text) || /^\[?[0-9a-f:.]{2,45}\]?$/i.test(text)),
    'not_host_name',
  ),
)

/** Alone: what it is called stands before it by itself. */
export const mailSender = shortText.check(
  z.refine(
    emptyOr((text) => z.regexes.email.test(text)),
    'not_mail_address',
  ),
)

export const botNameText = shortText.check(
  z.refine(
    emptyOr((text) => /^[a-z]\w{4,31}$/i.test(text)),
    'not_bot_name',
  ),
)

export const domain = z
  .string()
  .check(
    z.regex(/^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/, 'not_domain'),
  )

const patternMark = 'regex:'
const patternTest = (test: (source: string) => boolean) => (entry: string) =>
  !entry.startsWith(patternMark) || test(entry.slice(patternMark.length))

/** A word, or a regular expression behind `regex:`. */
export const wordOrPattern = z
  .string()
  .check(
    z.maxLength(1024),
    z.refine(patternTest(isPattern), { error: 'pattern_invalid', abort: true }),
    z.refine(patternTest(isQuickPattern), 'pattern_slow'),
  )

const withoutPrototype = <Value>(table: Record<string, Value>): Readonly<Record<string, Value>> => {
  const bare: Record<string, Value> = Object.create(null)
  return Object.freeze(Object.assign(bare, table))
}

/**
 * A table whose names come from outside. It has no prototype, so that a model or a group called `constructor` is as
 * unknown as any other.
 */
export const tableOf = <Value extends z.ZodMiniType>(name: z.ZodMiniType<string, string>, value: Value) =>
  z.pipe(z.record(name, value), z.transform(withoutPrototype<z.output<Value>>))

/** Lists of groups are kept with commas between them. */
export const groupName = singleLine(64).check(
  z.minLength(1),
  z.refine((name) => !name.includes(','), 'name_with_comma'),
)

const scriptSchemes = new Set(['javascript', 'vbscript', 'data', 'blob', 'file', 'filesystem', 'about', 'view-source'])

/** What the family's settings say where a browser extension is told the key instead of a page. */
const extensions = new Set(['fluent', 'fluentread'])

const isChatAddress = (text: string): boolean => {
  if (extensions.has(text)) return true
  const scheme = /^([a-z][a-z0-9+.-]*):\/\/\S+$/i.exec(text)?.[1]
  return scheme !== undefined && !scriptSchemes.has(scheme.toLowerCase())
}

/** One name with the address of a chat page. Apps have schemes of their own, but none may carry a script. */
export const chatPage = z
  .record(modelName, z.string().check(z.maxLength(2048), z.refine(isChatAddress, 'not_chat_address')))
  .check(z.refine((page) => Object.keys(page).length === 1, 'not_one_entry'))

const headerName = z.string().check(z.regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/, 'not_header_name'))
const headerValue = singleLine(4096)

/** Nothing is free for its size: a price of nothing is the model's. */
export const filmSizes = tableOf(singleLine(16).check(z.minLength(3)), z.number().check(z.gte(0.01), z.lte(1000)))

export const headerTable = tableOf(headerName, z.union([headerValue, z.array(headerValue)]))
