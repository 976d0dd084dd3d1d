import { describe, expect, it } from 'vitest'
import { ApplicationError } from '#contract/errors.ts'
import { eachDatabase } from '#testing/database.ts'
import { addAccounts, settlement } from '#testing/rows.ts'
import { applyCredit, type Credit } from './credits.ts'
import type { Database } from './database.ts'
import { findBrokenInvariants } from './invariants.ts'
import { insertInvite } from './invites.ts'
import { findUser } from './users.ts'

const credit = (fields: Partial<Credit>): Credit => ({
  ref: 'ref',
  userId: 1,
  kind: 'adjust',
  amount: 10,
  operatorId: 0,
  createdAt: 1,
  ...fields,
})
const apply = (database: Database, fields: Partial<Credit>) =>
  database
    .transaction((transaction) => applyCredit(transaction, credit(fields)))
    .catch((error: unknown) => (error instanceof ApplicationError ? error.code : error))
const quota = async (database: Database) => (await findUser(database.query, 1))?.quota

eachDatabase((_engine, open) => {
  describe('a credit', () => {
    it('I12: is applied once per reference, in parallel too', async () => {
      const database = await open()
      await addAccounts(database.query, 1)
      const outcomes = await Promise.all(Array.from({ length: 8 }, () => apply(database, { ref: 'once', amount: 7 })))
      expect(outcomes.filter((outcome) => outcome === 'applied')).toHaveLength(1)
      expect(outcomes.filter((outcome) => outcome === 'known')).toHaveLength(7)
      expect(await apply(database, { ref: 'other', amount: 1 })).toBe('applied')
      expect(await quota(database)).toBe(8)
      expect(await findBrokenInvariants(database)).toEqual([])
    })

    it('I4: takes out no more than there is, however many try at once', async () => {
      const database = await open()
      await addAccounts(database.query, 1, 100)
      const outcomes = await Promise.all(
        Array.from({ length: 6 }, (_, index) => apply(database, { ref: `take:${index}`, amount: -40 })),
      )
      expect(outcomes.filter((outcome) => outcome === 'applied')).toHaveLength(2)
      expect(outcomes.filter((outcome) => outcome === 'quota_insufficient')).toHaveLength(4)
      expect(await quota(database)).toBe(20)
      expect(await apply(database, { ref: 'take:self', amount: -40, operatorId: 1 })).toBe('quota_insufficient')
      expect(await apply(database, { ref: 'take:all', amount: -20 })).toBe('applied')
      expect(await findBrokenInvariants(database)).toEqual([])
    })

    it('lets an administrator take more than there is', async () => {
      const database = await open()
      await addAccounts(database.query, 1, 100)
      expect(await apply(database, { amount: -150, operatorId: 9 })).toBe('applied')
      expect(await quota(database)).toBe(-50)
      expect(await findBrokenInvariants(database)).toEqual([])
    })

    it('leaves nothing behind when the user does not exist or it was refused', async () => {
      const database = await open()
      await addAccounts(database.query, 1)
      expect(await apply(database, { ref: 'nobody', userId: 99 })).toBe('user_missing')
      expect(await apply(database, { ref: 'poor', amount: -1 })).toBe('quota_insufficient')
      expect(await database.query.selectFrom('credits').selectAll().execute()).toEqual([])
      expect(await apply(database, { ref: 'poor', amount: 5 })).toBe('applied')
    })

    it('adds to what calls take at the same time', async () => {
      const database = await open()
      await addAccounts(database.query, 1, 1000)
      await Promise.all(
        Array.from({ length: 20 }, (_, index) => [
          apply(database, { ref: `give:${index}`, amount: 3 }),
          database.settle([settlement({ quota: 5 })]),
        ]).flat(),
      )
      expect(await quota(database)).toBe(1000 + 60 - 100)
      expect(await findBrokenInvariants(database)).toEqual([])
    })
  })

  it('thanks an inviter once for each who was invited', async () => {
    const database = await open()
    await addAccounts(database.query, 3)
    const invite = (invitee: number) =>
      database.transaction((transaction) =>
        insertInvite(transaction, { invitee_id: invitee, inviter_id: 1, quota: 50, created_at: 1 }),
      )
    await invite(2)
    await invite(3)
    await expect(invite(3)).rejects.toThrow()
    expect(await findUser(database.query, 1)).toMatchObject({ aff_count: 2, aff_quota: 100, aff_history_quota: 100 })
  })
})
