import { expect, it } from 'vitest'
import { sampleUser } from '../../testing/sample-user.ts'
import { groupChoices, isChange, newUserSchema, userChange, userSchema, userValues } from './user-form.ts'

// seam: what is checked is which text is asked for, so the key stands for it
const t = ((key: string) => key) as unknown as Parameters<typeof userSchema>[0]

const faultsOf = (schema: ReturnType<typeof newUserSchema> | ReturnType<typeof userSchema>, values: object) =>
  (schema.safeParse(values).error?.issues ?? []).map(({ message }) => message)

it('a new user needs a name and a password, of the right length', () => {
  const faults = (fields: object) =>
    faultsOf(newUserSchema(t), { username: 'anna', displayName: '', password: 'password1', ...fields })
  expect(faults({})).toEqual([])
  expect(faults({ username: '  ' })).toEqual(['fieldsMissing'])
  expect(faults({ password: '' })).toEqual(['fieldsMissing'])
  expect(faults({ username: 'x'.repeat(13) })).toEqual(['usernameLong'])
  expect(faults({ username: '名'.repeat(12) })).toEqual([])
  expect(faults({ username: 'a@b' })).toEqual(['usernameAt'])
  expect(faults({ password: '1234567' })).toEqual(['passwordShort'])
  expect(faults({ password: 'x'.repeat(129) })).toEqual(['passwordLong'])
  expect(faults({ password: '密'.repeat(128) })).toEqual([])
  expect(faults({ displayName: 'x'.repeat(21) })).toEqual(['displayNameLong'])
})

it('an edited user keeps the password when none is given, and the quota is a whole number', () => {
  const faults = (fields: object) => faultsOf(userSchema(t), { ...userValues(sampleUser()), ...fields })
  expect(faults({})).toEqual([])
  expect(faults({ username: '' })).toEqual(['usernameMissing'])
  expect(faults({ password: 'short' })).toEqual(['passwordShort'])
  expect(faults({ quotaChange: null })).toEqual(['numberRequired'])
  expect(faults({ quotaChange: 0.5 })).toEqual(['quotaWhole'])
  expect(faults({ quotaChange: -500_000 })).toEqual([])
})

it('a change holds only what was touched, and the quota with what it was decided on', () => {
  const user = sampleUser({ quota: 900, used_quota: 100 })
  const change = (fields: object) => userChange(user, { ...userValues(user), ...fields })
  expect(isChange(change({}))).toBe(false)
  expect(change({ username: ' ada ' })).toEqual({ id: 7 })
  expect(change({ displayName: '', password: 'password1', group: 'vip' })).toEqual({
    id: 7,
    display_name: '',
    password: 'password1',
    group: 'vip',
  })
  expect(change({ quotaChange: -1000 })).toEqual({ id: 7, quota: -100, quota_before: 900, used_quota_before: 100 })
})

it('only groups that exist can be chosen; the own one stays visible', () => {
  expect(groupChoices(['default', 'vip'], 'vip', t).map(({ value }) => value)).toEqual(['default', 'vip'])
  expect(groupChoices(['default'], 'gone', t).at(-1)).toEqual({ value: 'gone', label: 'gone', hint: 'groupGone' })
})
