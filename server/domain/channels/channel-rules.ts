import * as z from 'zod/mini'
import { anyObject, type ColumnEntry } from '#contract/channel-field-kinds.ts'
import { eachColumn } from '#contract/channel-field-parts.ts'
import type { ChannelChangeInput } from '#contract/channels.ts'
import { ApplicationError } from '#contract/errors.ts'
import { reasonOfIssue } from '#contract/issue-reasons.ts'
import type { ChannelChange } from '../../db/schema.ts'
import { nameList } from '../../lib/name-list.ts'
import { type AddressPolicy, AddressRefused, checkUrl } from '../../lib/outbound/address-guard.ts'
import type { Vault } from '../../lib/vault.ts'
import type { WithoutUndefined } from '../../lib/without-undefined.ts'

export type ChannelFields = WithoutUndefined<Omit<ChannelChange, 'id'>>

type Wish = Omit<ChannelChangeInput, 'id'>
export type RuleParts = { vault: Vault; addressPolicy: AddressPolicy }

/** What a wish writes: exactly the fields it names, checked and in the form they are stored in. */
export const channelFields = (wish: Wish, { vault, addressPolicy }: RuleParts): ChannelFields => {
  const key = wish.key?.trim()
  return {
    ...Object.fromEntries(
      eachColumn.flatMap(([name, column]) => {
        const value = wish[name]
        return value === undefined ? [] : [[name, stored(name, column, value, addressPolicy)]]
      }),
    ),
    // An empty key keeps the one there is.
    ...(key ? { key_sealed: vault.seal(key), key_hash: vault.fingerprint(key) } : {}),
  }
}

/** A field sent as null is as it was in the beginning. */
const stored = (name: string, column: ColumnEntry, value: string | number | null, policy: AddressPolicy) => {
  if (typeof value === 'number') return number(name, column, value)
  if (value === null) return column.initial
  switch (column.kind) {
    case 'address':
      return baseUrl(name, value, policy)
    case 'names':
      return namesIn(name, column, value)
    case 'json':
      return jsonText(name, value, column.shape)
    case 'text':
      return value.trim().startsWith('{') ? jsonText(name, value, anyObject) : value.trim()
    default:
      return value.trim()
  }
}

/** The same words for one channel and for all of a tag. */
const number = (field: string, column: ColumnEntry, value: number): number => {
  if (column.kind !== 'whole') return value
  const { min, max = Number.MAX_SAFE_INTEGER } = column
  if (!Number.isInteger(value) || (min === 0 && value < 0)) {
    throw new ApplicationError(column.wrongNumber ?? 'input_invalid', { field, reason: 'not_whole' })
  }
  if (value < min) throw new ApplicationError('input_invalid', { field, reason: 'too_small', limit: min })
  if (value > max) throw new ApplicationError('input_invalid', { field, reason: 'too_large', limit: max })
  return value
}

const baseUrl = (field: string, text: string, policy: AddressPolicy): string => {
  const address = text.trim().replace(/\/+$/, '')
  if (address === '') return ''
  try {
    checkUrl(address, policy)
    // Paths are put behind it: behind a query or a fragment they would be no paths.
    if (/[?#]/.test(address)) throw new AddressRefused()
  } catch {
    throw new ApplicationError('input_invalid', { field, reason: 'address_refused' })
  }
  return address
}

const namesIn = (field: string, { required, initial }: ColumnEntry, text: string): string | number => {
  const names = nameList(text)
  if (names.length === 0 && required) {
    throw new ApplicationError('channel_models_missing', { field })
  }
  return names.join(',') || initial
}

/** JSON that was empty or holds nothing is stored empty. */
const jsonText = (field: string, text: string, schema: z.ZodMiniType): string => {
  const trimmed = text.trim()
  if (trimmed === '') return ''
  const value = parse(trimmed)
  if (value === undefined) throw new ApplicationError('input_invalid', { field, reason: 'not_json' })
  if (!z.safeParse(anyObject, value).success) {
    throw new ApplicationError('input_invalid', { field, reason: 'not_json_object' })
  }
  const [issue] = z.safeParse(schema, value).error?.issues ?? []
  if (issue !== undefined) {
    throw new ApplicationError('input_invalid', { field: [field, ...issue.path].join('.'), ...reasonOfIssue(issue) })
  }
  return trimmed
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
