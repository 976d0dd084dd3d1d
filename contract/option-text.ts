import * as z from 'zod/mini'
import type { ErrorValues } from './error-reasons.ts'
import { reasonOfIssue } from './issue-reasons.ts'
import { jsonFault } from './json-fault.ts'
import type { Option, OptionControl } from './option-kinds.ts'
import { type OptionKey, type OptionValues, optionTable } from './options.ts'

/** What is wrong with a text: `values` hold a reason of errors.ts, `place` says where in a text of several entries. */
export type OptionFault = { ok: false; values: ErrorValues; place?: string }

export type ParsedOption<Key extends OptionKey> = { ok: true; value: OptionValues[Key] } | OptionFault

/** Reads an option's text. What is wrong with it comes back as a value, for forms and for the server alike. */
export const parseOption = <Key extends OptionKey>(key: Key, text: string): ParsedOption<Key> => {
  const { control, schema } = typedTable[key]
  const limit = longest[control] ?? 1024
  if (text.length > limit) return refused('too_long', { limit })
  const read = readers[control]?.(text) ?? { ok: true, value: text.trim() }
  if (!read.ok) return read
  const result = z.safeParse(schema, read.value)
  if (result.success) return { ok: true, value: result.data }
  const [issue] = result.error.issues
  return issue === undefined ? refused('required') : fault(control, issue, read.value)
}

/** Writes an option's value as the text that is stored and sent; `parseOption` reads it back. */
export const formatOption = <Key extends OptionKey>(key: Key, value: OptionValues[Key]): string => {
  switch (optionTable[key].control) {
    case 'json':
      return JSON.stringify(value, null, 2)
    case 'lines':
      return Array.isArray(value) ? value.join('\n') : ''
    case 'domains':
      return Array.isArray(value) ? value.join(',') : ''
    default:
      return String(value)
  }
}

/** Whether an option holds anything, as those must that another one needs. */
export const isFilled = (value: OptionValues[OptionKey]): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== '' && value !== 0

/** The table again, said so that a key leads to its own type of value. */
const typedTable: { [Key in OptionKey]: Option<OptionValues[Key]> } = optionTable

type Read = { ok: true; value: unknown } | OptionFault

const longest: Partial<Record<OptionControl, number>> = {
  json: 1_048_576,
  textarea: 262_144,
  lines: 262_144,
  domains: 16_384,
}

const refused = (reason: string, values: ErrorValues = {}, place?: string): OptionFault => ({
  ok: false,
  values: { reason, ...values },
  ...(place === undefined || place === '' ? {} : { place }),
})

const readers: Partial<Record<OptionControl, (text: string) => Read>> = {
  switch: (text) => (text === 'true' || text === 'false' ? { ok: true, value: text === 'true' } : refused('not_flag')),
  number: (text) => {
    const isNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text.trim()) && Number.isFinite(Number(text))
    return isNumber ? { ok: true, value: Number(text) } : refused('not_number')
  },
  textarea: (text) => ({ ok: true, value: text }),
  lines: (text) => ({ ok: true, value: split(text, /\r?\n/) }),
  domains: (text) => ({ ok: true, value: split(text.toLowerCase(), ',') }),
  json: (text) => {
    try {
      const value: unknown = JSON.parse(text)
      return unsafeName(value, []) ?? { ok: true, value }
    } catch {
      return refused('not_json', {}, jsonFault(text))
    }
  },
}

const split = (text: string, separator: string | RegExp): string[] =>
  text
    .split(separator)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

const deepest = 8

/** Names that mean something to the language rather than to us, and nesting that nothing here needs. */
const unsafeName = (value: unknown, path: readonly string[]): OptionFault | undefined => {
  if (typeof value !== 'object' || value === null) return undefined
  if (path.length > deepest) return refused('json_nested', {}, placeOf(path.slice(0, 2)))
  for (const [name, inner] of Object.entries(value)) {
    const here = [...path, name]
    const found = name === '__proto__' ? refused('name_refused', {}, placeOf(here)) : unsafeName(inner, here)
    if (found) return found
  }
  return undefined
}

const placeOf = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((place, step) => {
    if (typeof step === 'number') return `${place}[${step}]`
    return place === '' ? String(step) : `${place}.${String(step)}`
  }, '')

type Issue = z.core.$ZodIssue

const fault = (control: OptionControl, issue: Issue, value: unknown): OptionFault => {
  const { reason, ...values } = reasonOfIssue(issue)
  const index = issue.path.at(0)
  if (control === 'lines' && typeof index === 'number') return refused(reason, values, `${index + 1}:1`)
  if (control === 'domains' && typeof index === 'number' && Array.isArray(value)) {
    return refused(reason, values, String(value[index]))
  }
  return refused(reason, values, placeOf(issue.path))
}
