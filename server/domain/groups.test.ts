import { beforeEach, expect, it } from 'vitest'
import type { Language } from '#contract/languages.ts'
import { optionTable } from '#contract/options.ts'
import { openTestDatabase } from '#testing/database.ts'
import { openTestOptions } from '#testing/options.ts'
import { groupChoices, specialRatio, usableGroups } from './groups.ts'
import type { Options } from './options.ts'

let options: Options
beforeEach(async () => {
  const { database, remove } = await openTestDatabase('sqlite')
  options = await openTestOptions(database)
  await options.change('UserUsableGroups', { default: 'for all', vip: 'for few', unpriced: 'without a ratio' })
  await options.change('GroupRatio', { default: 1, vip: 0.5, hidden: 3 })
  await options.change('GroupGroupRatio', { partner: { vip: 0.25 } })
  return remove
})

it('a user may use what is offered to all and the own group, and who is not signed in what is offered', () => {
  expect([...usableGroups(options, undefined)]).toEqual(['default', 'vip', 'unpriced'])
  expect([...usableGroups(options, 'hidden')]).toEqual(['default', 'vip', 'unpriced', 'hidden'])
  expect([...usableGroups(options, 'vip')]).toEqual(['default', 'vip', 'unpriced'])
})

it('a user without a group is one of the default group, though it is not offered', async () => {
  await options.change('UserUsableGroups', { vip: 'for few' })
  expect([...usableGroups(options, '')]).toEqual(['vip', 'default'])
  expect(groupChoices(options, '', 'en')).toEqual({
    vip: { ratio: 0.5, desc: 'for few' },
    default: { ratio: 1, desc: 'Account group' },
  })
})

it('only groups with a ratio can be chosen, but the own one also without, and then it costs 1', () => {
  const offered = { default: { ratio: 1, desc: 'for all' }, vip: { ratio: 0.5, desc: 'for few' } }
  expect(groupChoices(options, undefined, 'en')).toEqual(offered)
  expect(groupChoices(options, 'hidden', 'zh')).toEqual({ ...offered, hidden: { ratio: 3, desc: '用户分组' } })
  expect(groupChoices(options, 'unpriced', 'en')).toEqual({
    ...offered,
    unpriced: { ratio: 1, desc: 'without a ratio' },
  })
})

it('a group with a special ratio for its members elsewhere is told so to them alone', () => {
  expect(groupChoices(options, 'partner', 'en')).toEqual({
    default: { ratio: 1, desc: 'for all' },
    vip: { ratio: 0.25, desc: 'for few' },
    partner: { ratio: 1, desc: 'Account group' },
  })
  expect(groupChoices(options, 'default', 'en').vip?.ratio).toBe(0.5)
  const ratios = [undefined, 'default', 'partner'].map((group) => specialRatio(options, group, 'vip'))
  expect(ratios).toEqual([undefined, undefined, 0.25])
  expect(specialRatio(options, 'partner', 'default')).toBeUndefined()
})

it('the groups of the first start are described in the reader’s language until somebody describes them', async () => {
  const usual = optionTable.UserUsableGroups.default
  await options.change('UserUsableGroups', usual)
  const told = (language: Language) => Object.values(groupChoices(options, undefined, language)).map(({ desc }) => desc)
  expect(told('en')).toEqual(Object.values(usual))
  expect(told('vi')).toEqual(['Nhóm mặc định', 'Nhóm VIP'])
  await options.change('UserUsableGroups', { default: 'Default group', vip: 'for few' })
  expect(told('fr')).toEqual(['Groupe par défaut', 'for few'])
})
