import type { DrawnKey } from '#contract/options.ts'
import type { EntryKind } from '../../lib/entry-value.ts'
import type { WordKey } from '../../lib/i18n.ts'
import type { EntriesShape } from '../../lib/json-entries.ts'

type Column = Extract<WordKey<'settings'>, `column.${string}`>

type EntryOption = {
  shape: EntriesShape
  names: readonly Column[]
  value: Column
  kind: EntryKind
  /** People see its entries in this order. */
  ordered?: true
  placeholder?: string
}

const ratios = (name: Column): EntryOption => ({ shape: 'flat', names: [name], value: 'column.ratio', kind: 'number' })

/** The options of names and values: typed into a table, with the JSON behind a switch. */
export const entryOptions: Partial<Record<DrawnKey, EntryOption>> = {
  GroupRatio: { ...ratios('column.group'), ordered: true },
  GroupGroupRatio: {
    ...ratios('column.group'),
    shape: 'nested',
    names: ['column.userGroup', 'column.usedGroup'],
  },
  UserUsableGroups: {
    ...{ shape: 'flat', names: ['column.group'], value: 'column.description', kind: 'text', ordered: true },
  },
  Chats: {
    ...{ shape: 'list', names: ['column.name'], value: 'column.link', kind: 'text', ordered: true },
    placeholder: 'https://chat.example.com/#/?key={key}&url={address}',
  },
  AudioRatio: ratios('column.model'),
  AudioCompletionRatio: ratios('column.model'),
  TopupGroupRatio: ratios('column.group'),
  'gemini.safety_settings': {
    ...{ shape: 'flat', names: ['column.category'], value: 'column.threshold', kind: 'text' },
  },
  'gemini.version_settings': { shape: 'flat', names: ['column.model'], value: 'column.version', kind: 'text' },
  'claude.model_headers_settings': {
    ...{ shape: 'nested', names: ['column.model', 'column.header'], value: 'column.value', kind: 'text' },
  },
  'claude.default_max_tokens': { shape: 'flat', names: ['column.model'], value: 'column.tokens', kind: 'number' },
}
