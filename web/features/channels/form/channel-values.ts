import type { ColumnEntry } from '#contract/channel-field-kinds.ts'
import type { ChannelColumns, DrawnColumn } from '#contract/channel-field-parts.ts'
import { nameList } from './name-list.ts'

/** What stands in the form for a field, by its kind. */
export type FieldValue = string | number | boolean | string[] | null

type ValueOf<Entry> = Entry extends { kind: 'names' }
  ? string[]
  : Entry extends { kind: 'whole' }
    ? number | null
    : Entry extends { kind: 'flag' }
      ? boolean
      : string

export type ChannelFormValues = { [Name in DrawnColumn]: ValueOf<ChannelColumns[Name]> } & {
  type: number
  /** It stays where it is: a form never shows it. */
  key: string
  isKeyList: boolean
  /** One channel for each key, all else alike. */
  isBatch: boolean
}

/** A field of a channel as it stands in the form. */
export const formValue = (column: ColumnEntry, stored: string | number): FieldValue => {
  switch (column.kind) {
    case 'names':
      return nameList(String(stored))
    case 'whole':
      return column.optional && stored === column.initial ? null : stored
    case 'flag':
      return stored !== 0
    default:
      return stored
  }
}

/** The same as it is sent. */
export const sentValue = (column: ColumnEntry, value: FieldValue): string | number => {
  if (Array.isArray(value)) return value.join(',')
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value !== 'string') return value ?? column.initial
  return column.kind === 'address' ? withoutTrailingSlash(value) : value.trim()
}

export const withoutTrailingSlash = (address: string): string => address.trim().replace(/\/+$/, '')
