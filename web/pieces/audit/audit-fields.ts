import type { WordKey } from '../../lib/i18n.ts'

/** How what a field holds is said: an amount of quota, a moment, the id of something that has a page, a state. */
export type FieldKind =
  | 'text'
  | 'money'
  | 'time'
  | 'number'
  | 'flag'
  | 'user'
  | 'channel'
  | 'provider'
  | 'refusal'
  | 'option'
  | 'values'
  | keyof typeof stateWords
type Field = { word: WordKey<'audit'>; kind: FieldKind }

/** The words for numbers that stand for a state. */
export const stateWords = {
  role: { 1: 'roleOrdinary', 10: 'roleAdmin', 100: 'roleRoot' },
  userStatus: { 1: 'statusActive', 2: 'statusBanned' },
  channelStatus: { 1: 'statusEnabled', 2: 'statusDisabled', 3: 'statusAuto' },
  tokenStatus: { 1: 'statusEnabled', 2: 'statusDisabled' },
  codeStatus: { 1: 'statusUnused', 2: 'statusDisabled', 3: 'statusUsed' },
} as const satisfies Record<string, Readonly<Record<number, WordKey<'audit'>>>>

const as = (word: WordKey<'audit'>, kind: FieldKind = 'text'): Field => ({ word, kind })
const moment = (word: WordKey<'audit'>) => as(word, 'time')

/** What acts tell of, by the kind of thing that was touched: the word for each field, and what it holds. */
const fields: Readonly<Record<string, Readonly<Record<string, Field>>>> = {
  user: {
    username: as('fieldUsername'),
    display_name: as('fieldDisplayName'),
    group: as('fieldGroup'),
    quota: as('fieldBalance', 'money'),
    reason: as('fieldReason'),
    told: as('fieldTold', 'flag'),
    note: as('fieldNote'),
    password: as('fieldPassword'),
    role: as('fieldRole', 'role'),
    status: as('fieldStatus', 'userStatus'),
    deleted_at: moment('fieldDeleted'),
  },
  channel: {
    name: as('fieldName'),
    type: as('fieldType', 'provider'),
    key: as('fieldKey'),
    key_list: as('fieldKeyList', 'flag'),
    status: as('fieldStatus', 'channelStatus'),
    base_url: as('fieldBaseUrl'),
    other: as('fieldOther'),
    models: as('fieldModels'),
    group: as('fieldGroups'),
    model_mapping: as('fieldModelMapping'),
    priority: as('fieldPriority', 'number'),
    weight: as('fieldWeight', 'number'),
    setting: as('fieldSetting'),
    tag: as('fieldTag'),
    model_prefix: as('fieldModelPrefix'),
    test_model: as('fieldTestModel'),
    max_input_tokens: as('fieldMaxInputTokens', 'number'),
    openai_organization: as('fieldOrganization'),
    auto_ban: as('fieldAutoBan', 'flag'),
    status_code_mapping: as('fieldStatusCodes'),
    param_override: as('fieldParameters'),
    costs: as('fieldCosts'),
    note: as('fieldNote'),
    channels: as('fieldChannels', 'values'),
    copy_of: as('fieldCopyOf', 'channel'),
    reason: as('fieldReason'),
    disabled: as('fieldKeysDisabled', 'number'),
    calls: as('fieldCalls', 'number'),
    values: as('fieldValues', 'values'),
    add: as('fieldAdded', 'values'),
    take: as('fieldTaken', 'values'),
  },
  redemption: {
    name: as('fieldName'),
    key: as('fieldCode'),
    status: as('fieldStatus', 'codeStatus'),
    quota: as('fieldQuota', 'money'),
    is_gift: as('fieldGift', 'flag'),
    max_uses: as('fieldMostUses', 'number'),
    used_count: as('fieldUses', 'number'),
    used_user_id: as('fieldRedeemedBy', 'user'),
    valid_from: moment('fieldValidFrom'),
    valid_until: moment('fieldValidUntil'),
    created_time: moment('fieldCreated'),
    redeemed_time: moment('fieldRedeemed'),
    count: as('fieldCount', 'number'),
  },
  token: {
    name: as('fieldName'),
    status: as('fieldStatus', 'tokenStatus'),
    remain_quota: as('fieldQuota', 'money'),
    unlimited_quota: as('fieldUnlimited', 'flag'),
    expired_time: moment('fieldValidUntil'),
    model_limits: as('fieldModels'),
    allow_ips: as('fieldAddresses'),
    group: as('fieldGroup'),
    kept_until: moment('fieldKeptUntil'),
  },
  option: { value: as('fieldValue', 'option'), set: as('fieldSet', 'flag') },
  setup: {
    username: as('fieldUsername'),
    SelfUseModeEnabled: as('fieldSelfUse', 'flag'),
    DemoSiteEnabled: as('fieldDemoSite', 'flag'),
  },
  root: {
    status: as('fieldStatus', 'userStatus'),
    password: as('fieldPassword'),
    PasswordLoginEnabled: as('fieldPasswordLogin', 'flag'),
    TurnstileCheckEnabled: as('fieldHumanCheck', 'flag'),
  },
  signin: { path: as('fieldPath'), reason: as('fieldReason', 'refusal'), again: as('fieldAgain', 'number') },
  log: { deleted: as('fieldCount', 'number') },
}

/** Undefined: it has no word, and is named as it came. Options and settings of a table bring names of their own. */
export const fieldOf = (action: string, name: string): Field | undefined => {
  const [area = ''] = action.split('.')
  const known = Object.hasOwn(fields, area) ? fields[area] : undefined
  return known && Object.hasOwn(known, name) ? known[name] : undefined
}
