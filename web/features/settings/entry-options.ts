import type { OptionTableKind } from '#contract/option-kinds.ts'
import type { EntryKind } from '../../lib/entry-value.ts'
import type { WordKey } from '../../lib/i18n.ts'
import type { EntriesShape } from '../../lib/json-entries.ts'

type Column = Extract<WordKey<'settings'>, `column.${string}`>

type OptionEntries = {
  shape: EntriesShape
  names: readonly Column[]
  value: Column
  kind: EntryKind
  /** People see its entries in this order. */
  ordered?: true
  placeholder?: string
}

const flat = (name: Column, value: Column, kind: EntryKind): OptionEntries => ({
  ...{ shape: 'flat', names: [name], value, kind },
})

/** The tables that options of names and values are typed into, with the JSON behind a switch. */
export const optionEntries: Record<OptionTableKind, OptionEntries> = {
  'ratios-of-groups': { ...flat('column.group', 'column.ratio', 'number'), ordered: true },
  'ratios-between-groups': {
    ...{ shape: 'nested', names: ['column.userGroup', 'column.usedGroup'], value: 'column.ratio', kind: 'number' },
  },
  'descriptions-of-groups': { ...flat('column.group', 'column.description', 'text'), ordered: true },
  'prices-of-groups': flat('column.group', 'column.ratio', 'number'),
  links: {
    ...{ shape: 'list', names: ['column.name'], value: 'column.link', kind: 'text', ordered: true },
    placeholder: 'https://chat.example.com/#/?key={key}&url={address}',
  },
  'ratios-of-models': flat('column.model', 'column.ratio', 'number'),
  thresholds: flat('column.category', 'column.threshold', 'text'),
  'versions-of-models': flat('column.model', 'column.version', 'text'),
  'headers-of-models': {
    ...{ shape: 'nested', names: ['column.model', 'column.header'], value: 'column.value', kind: 'text' },
  },
  'tokens-of-models': flat('column.model', 'column.tokens', 'number'),
}
