import type { AuditAct } from '#contract/audit.ts'
import { type Text, wordOf } from '../../lib/i18n.ts'
import { fieldOf } from './audit-fields.ts'

/** What a field held; undefined: it was not told. */
export type FieldChange = { name: string; before: unknown; after: unknown }

/** The sentence for an act; what has no word of its own is named as it came. */
export const actText = (action: string, t: Text<'audit'>): string => {
  const [area = '', verb = ''] = action.split('.')
  const key = isKeyOf(verbsOfActs, action) ? verbsOfActs[action] : isKeyOf(verbs, verb) ? verbs[verb] : undefined
  if (!isKeyOf(nouns, area) || key === undefined) return action
  return t('act', { noun: t(nouns[area]), verb: t(key) })
}

const nouns = {
  user: 'nounUser',
  channel: 'nounChannel',
  redemption: 'nounRedemption',
  token: 'nounToken',
  option: 'nounOption',
  log: 'nounLog',
  setup: 'nounSetup',
  signin: 'nounSignin',
  root: 'nounRoot',
} as const

const verbs = {
  create: 'verbCreate',
  change: 'verbChange',
  delete: 'verbDelete',
  disable: 'verbDisable',
  enable: 'verbEnable',
  promote: 'verbPromote',
  demote: 'verbDemote',
  perform: 'verbPerform',
  read: 'verbRead',
  fail: 'verbFail',
  copy: 'verbCopy',
  tag: 'verbTag',
  change_tag: 'verbChangeTag',
  change_values: 'verbChangeValues',
  disable_tag: 'verbDisableTag',
  disable_key: 'verbDisableKey',
  enable_tag: 'verbEnableTag',
  enable_keys: 'verbEnableKeys',
  rotate: 'verbRotate',
  wake: 'verbWake',
  fix: 'verbFix',
  test_all: 'verbTestAll',
  test_many: 'verbTestMany',
  try_out: 'verbTryOut',
  update_balances: 'verbUpdateBalances',
  rescue: 'verbRescue',
} as const

/** Acts whose verb is another word for this noun. */
const verbsOfActs = { 'user.disable': 'verbBan', 'user.enable': 'verbUnban' } as const

const isKeyOf = <Table extends object>(table: Table, key: PropertyKey): key is keyof Table => Object.hasOwn(table, key)

/** The tone of an act: what takes something away stands out. */
export const actTone = (action: string): 'bad' | 'ok' | 'warn' | 'info' => {
  if (/\.(delete|disable|disable_tag|disable_key|fail)$/.test(action)) return 'bad'
  if (/\.(create|copy|enable|enable_tag|enable_keys|wake|perform)$/.test(action)) return 'ok'
  return /\.(promote|demote|read)$/.test(action) ? 'warn' : 'info'
}

/** Every field the act speaks of, as it was and as it is. */
export const fieldChanges = ({ before, after }: AuditAct): FieldChange[] => {
  const [old, current] = [readFields(before), readFields(after)]
  const names = [...new Set([...Object.keys(old), ...Object.keys(current)])]
  return names.map((name) => ({ name, before: old[name], after: current[name] }))
}

/** Which fields those are, in one line. */
export const fieldNames = (act: AuditAct, t: Text<'audit'>): string =>
  fieldChanges(act)
    .map(({ name }) => fieldName(act.action, name, t))
    .join(t('comma'))

/** The word for a field; what has none is named as it came. */
export const fieldName = (action: string, name: string, t: Text<'audit'>): string => {
  const field = fieldOf(action, name)
  return field ? wordOf(t, field.word) : name
}

const readFields = (text: string): Record<string, unknown> => {
  try {
    const value: unknown = text === '' ? {} : JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
