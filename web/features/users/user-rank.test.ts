import { expect, it } from 'vitest'
import { sampleUser } from '../../testing/sample-user.ts'
import { actionsFor } from './user-rank.ts'

const root = sampleUser({ id: 1, role: 100 })
const admin = sampleUser({ id: 2, role: 10 })
const allowed = (changes: Parameters<typeof sampleUser>[0], operator = root) => [
  ...actionsFor(sampleUser(changes), operator),
]

it('the super admin promotes, demotes, bans and deletes everyone but himself', () => {
  expect(allowed({})).toEqual(['promote', 'disable', 'delete'])
  expect(allowed({ role: 10 })).toEqual(['demote', 'disable', 'delete'])
  expect(allowed({ status: 2 })).toEqual(['promote', 'enable', 'delete'])
  expect([...actionsFor(root, root)]).toEqual([])
})

it('an administrator bans and deletes ordinary users only', () => {
  expect(allowed({}, admin)).toEqual(['disable', 'delete'])
  expect(allowed({ role: 10 }, admin)).toEqual([])
  expect([...actionsFor(root, admin)]).toEqual([])
})

it('nothing is left to do to a deleted account, and an unknown status cannot be enabled', () => {
  expect(allowed({ DeletedAt: 1 })).toEqual([])
  expect(allowed({ status: 3 })).toEqual(['promote', 'delete'])
})
