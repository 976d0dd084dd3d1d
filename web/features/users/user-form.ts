import type { EndpointRequest } from '#contract/endpoint.ts'
import type { User } from '#contract/user.ts'
import type { UserChangeInput, users } from '#contract/users.ts'
import type { Text } from '../../lib/i18n.ts'
import { passwordFault } from '../../lib/password-fault.ts'
import { formOf } from '../../lib/record-form.ts'
import type { RecordEditOf } from '../../ui/use-record-form.ts'

const longestUsername = 12
const longestDisplayName = 20

/** In dollars, to add and to take. */
export const quotaSteps = [1, 10, 100, -1, -10, -100] as const

export const newUserForm = formOf<User, EndpointRequest<typeof users.create>['body'], 'users'>()({
  username: {
    control: 'text',
    label: 'fieldUsername',
    hint: 'usernameHint',
    start: '',
    required: 'usernameMissing',
    to: (username) => ({ username: username.trim() }),
    rule: (username, t) => usernameFault(username, t),
  },
  displayName: {
    control: 'text',
    label: 'fieldDisplayName',
    start: '',
    to: (displayName) => ({ display_name: displayName.trim() }),
    rule: (displayName, t) => displayNameFault(displayName, t),
  },
  password: {
    control: 'password',
    label: 'fieldPassword',
    hint: 'passwordHint',
    start: '',
    required: 'passwordMissing',
    to: (password) => ({ password }),
    rule: (password, t) => wrongPassword(password, t),
  },
})

export const userForm = formOf<User, UserChangeInput, 'users'>()({
  username: {
    control: 'text',
    label: 'fieldUsername',
    hint: 'usernameHint',
    start: '',
    required: 'usernameMissing',
    from: (row) => row.username,
    to: (username) => ({ username: username.trim() }),
    rule: (username, t) => usernameFault(username, t),
  },
  displayName: {
    control: 'text',
    label: 'fieldDisplayName',
    start: '',
    from: (row) => row.display_name,
    to: (displayName) => ({ display_name: displayName }),
    rule: (displayName, t) => displayNameFault(displayName, t),
  },
  /** Empty keeps the password. */
  password: {
    control: 'password',
    label: 'fieldNewPassword',
    hint: 'newPasswordHint',
    start: '',
    to: (password) => ({ password }),
    rule: (password, t) => (password === '' ? undefined : wrongPassword(password, t)),
  },
  group: {
    control: 'choice',
    label: 'fieldGroup',
    hint: 'groupHint',
    start: '',
    from: (row) => row.group,
    to: (group) => ({ group }),
  },
  note: {
    control: 'lines',
    label: 'fieldNote',
    hint: 'noteHint',
    start: '',
    from: (row) => row.note ?? '',
    to: (note) => ({ note: note.trim() }),
  },
  /**
   * What is added to the balance, or taken from it. It goes with the balance and the use it was decided on, so that calls
   * that are charged meanwhile stay charged, and an adjustment made twice counts once.
   */
  quotaChange: {
    control: 'money',
    label: 'fieldQuotaChange',
    hint: 'quotaChangeHint',
    start: 0,
    to: (change, before) =>
      before && change
        ? { quota: before.quota + change, quota_before: before.quota, used_quota_before: before.used_quota }
        : {},
    rule: (change, t) => {
      if (change === null) return t('numberRequired')
      return Number.isSafeInteger(change) ? undefined : t('quotaWhole')
    },
  },
  /** Of the balance alone: the fields are shown where it changes. */
  reason: {
    control: 'text',
    label: 'fieldReason',
    hint: 'reasonHint',
    start: '',
    to: (reason) => (reason.trim() === '' ? {} : { reason: reason.trim() }),
  },
  tell: { control: 'switch', label: 'fieldTell', start: false, to: (tell) => (tell ? { tell } : {}) },
})

export type UserEdit = RecordEditOf<typeof userForm>

/** Only groups that exist; one that no longer does stays visible on the user who has it. */
export const groupChoices = (groups: readonly string[], current: string, t: Text<'users'>) => [
  ...groups.map((group) => ({ value: group, label: group })),
  ...(groups.includes(current) ? [] : [{ value: current, label: current, hint: t('groupGone') }]),
]

const lengthOf = (text: string): number => [...text].length

const usernameFault = (username: string, t: Text<'users'>): string | undefined => {
  if (lengthOf(username.trim()) > longestUsername) return t('usernameLong', { count: longestUsername })
  return username.includes('@') ? t('usernameAt') : undefined
}

const wrongPassword = (password: string, t: Text<'users'>): string | undefined => {
  const fault = passwordFault(password)
  return fault && t(fault)
}

const displayNameFault = (displayName: string, t: Text<'users'>): string | undefined =>
  lengthOf(displayName) > longestDisplayName ? t('displayNameLong', { count: longestDisplayName }) : undefined
