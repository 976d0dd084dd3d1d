import { expect, it } from 'vitest'
import type { User } from '#contract/user.ts'
import type { Text } from '../../lib/i18n.ts'
import { changesOf, faultsOf, type RecordForm, startOf } from '../../lib/record-form.ts'
import { sampleUser } from '../../testing/sample-user.ts'
import { groupChoices, newUserForm, userForm } from './user-form.ts'

// seam: what is checked is which text is asked for, so the key stands for it
const t = ((key: string) => key) as unknown as Text<'users'>

const faultsIn = <Body, Values>(form: RecordForm<User, Body, 'users', Values>, row: User | undefined) => {
  return (fields: Partial<Values>) => Object.values(faultsOf(form, { ...startOf(form, row), ...fields }, t, row))
}

it('a new user needs a name and a password, of the right length', () => {
  const own = faultsIn(newUserForm, undefined)
  const faults = (fields: object) => own({ username: 'anna', password: 'password1', ...fields })
  expect(faults({})).toEqual([])
  expect(faults({ username: '  ' })).toEqual(['usernameMissing'])
  expect(faults({ password: '' })).toEqual(['passwordMissing'])
  expect(faults({ username: 'x'.repeat(13) })).toEqual(['usernameLong'])
  expect(faults({ username: '名'.repeat(12) })).toEqual([])
  expect(faults({ username: 'a@b' })).toEqual(['usernameAt'])
  expect(faults({ password: '1234567' })).toEqual(['passwordShort'])
  expect(faults({ password: 'x'.repeat(129) })).toEqual(['passwordLong'])
  expect(faults({ password: '密'.repeat(128) })).toEqual([])
  expect(faults({ displayName: 'x'.repeat(21) })).toEqual(['displayNameLong'])
})

it('an edited user keeps the password when none is given, and the quota is a whole number', () => {
  const faults = faultsIn(userForm, sampleUser())
  expect(faults({})).toEqual([])
  expect(faults({ username: '' })).toEqual(['usernameMissing'])
  expect(faults({ password: 'short' })).toEqual(['passwordShort'])
  expect(faults({ quotaChange: null })).toEqual(['numberRequired'])
  expect(faults({ quotaChange: 0.5 })).toEqual(['quotaWhole'])
  expect(faults({ quotaChange: -500_000 })).toEqual([])
})

it('a change holds only what was touched, and the quota with what it was decided on', () => {
  const user = sampleUser({ quota: 900, used_quota: 100 })
  const change = (fields: object) => changesOf(userForm, { ...startOf(userForm, user), ...fields }, user)
  expect(change({})).toEqual({})
  expect(change({ username: ' ada ' })).toEqual({})
  expect(change({ displayName: '', password: 'password1', group: 'vip' })).toEqual({
    display_name: '',
    password: 'password1',
    group: 'vip',
  })
  expect(change({ quotaChange: -1000 })).toEqual({ quota: -100, quota_before: 900, used_quota_before: 100 })
})

it('only groups that exist can be chosen; the own one stays visible', () => {
  expect(groupChoices(['default', 'vip'], 'vip', t).map(({ value }) => value)).toEqual(['default', 'vip'])
  expect(groupChoices(['default'], 'gone', t).at(-1)).toEqual({ value: 'gone', label: 'gone', hint: 'groupGone' })
})
