import * as z from 'zod/mini'
import type { User, UserChangeInput } from '#contract/users.ts'
import type { Text } from '../../lib/i18n.ts'
import { passwordChecks } from '../../lib/password-checks.ts'

const longestUsername = 12
const longestDisplayName = 20

/** In dollars, to add and to take. */
export const quotaSteps = [1, 10, 100, -1, -10, -100] as const

export type NewUserValues = { username: string; displayName: string; password: string }

export const emptyUser: NewUserValues = { username: '', displayName: '', password: '' }

export const newUserSchema = (t: Text<'users'>) =>
  z.object({
    username: z.string().check(z.trim(), filled(t('fieldsMissing')), ...usernameChecks(t)),
    displayName: displayName(t),
    password: z.string().check(filled(t('fieldsMissing')), ...passwordChecks(passwordTexts(t))),
  })

export type UserFormValues = {
  username: string
  displayName: string
  /** Empty keeps the password. */
  password: string
  group: string
  /** What is added to the balance, or taken from it; null is not a number. */
  quotaChange: number | null
}

export const userValues = (user: User): UserFormValues => ({
  username: user.username,
  displayName: user.display_name,
  password: '',
  group: user.group,
  quotaChange: 0,
})

export const userSchema = (t: Text<'users'>) =>
  z.object({
    username: z.string().check(z.trim(), filled(t('usernameMissing')), ...usernameChecks(t)),
    displayName: displayName(t),
    password: z.union([z.literal(''), z.string().check(...passwordChecks(passwordTexts(t)))]),
    group: z.string(),
    quotaChange: z.nullable(z.number()).check(
      z.refine((value) => value !== null, { error: t('numberRequired'), abort: true }),
      z.refine((value) => Number.isSafeInteger(value), t('quotaWhole')),
    ),
  })

/**
 * What the user is changed by: only what was touched. The quota goes with the balance and the use it was decided on, so
 * that calls that are charged meanwhile stay charged, and an adjustment made twice counts once.
 */
export const userChange = (user: User, values: UserFormValues): UserChangeInput => {
  const before = userValues(user)
  return {
    id: user.id,
    ...(values.username.trim() === before.username ? {} : { username: values.username.trim() }),
    ...(values.displayName === before.displayName ? {} : { display_name: values.displayName }),
    ...(values.password === '' ? {} : { password: values.password }),
    ...(values.group === before.group ? {} : { group: values.group }),
    ...(values.quotaChange
      ? {
          quota: user.quota + values.quotaChange,
          quota_before: user.quota,
          used_quota_before: user.used_quota,
        }
      : {}),
  }
}

export const isChange = (change: UserChangeInput): boolean => Object.keys(change).length > 1

/** Only groups that exist; one that no longer does stays visible on the user who has it. */
export const groupChoices = (groups: readonly string[], current: string, t: Text<'users'>) => [
  ...groups.map((group) => ({ value: group, label: group })),
  ...(groups.includes(current) ? [] : [{ value: current, label: current, hint: t('groupGone') }]),
]

const lengthOf = (text: string): number => [...text].length

const filled = (message: string) => z.refine<string>((text) => text !== '', { error: message, abort: true })

const usernameChecks = (t: Text<'users'>) =>
  [
    z.refine<string>((name) => lengthOf(name) <= longestUsername, t('usernameLong', { count: longestUsername })),
    z.refine<string>((name) => !name.includes('@'), t('usernameAt')),
  ] as const

const passwordTexts = (t: Text<'users'>) => ({ short: t('passwordShort'), long: t('passwordLong') })

const displayName = (t: Text<'users'>) =>
  z
    .string()
    .check(
      z.refine((name) => lengthOf(name) <= longestDisplayName, t('displayNameLong', { count: longestDisplayName })),
    )
