import { describe, expect, it } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import { addAccounts, settlement } from '#testing/rows.ts'
import { applyCredit } from './credits.ts'
import type { Database } from './database.ts'
import { findBrokenInvariants, findWrongCharges } from './invariants.ts'
import { rollUp } from './logs/log-store.ts'

const found = async (database: Database) =>
  (await findBrokenInvariants(database)).map(({ invariant, what, subject, expected, actual }) => [
    invariant,
    what,
    subject,
    actual - expected,
  ])

eachDatabase((_engine, open) => {
  const openBooks = async () => {
    const database = await open()
    await addAccounts(database.query, 2, 1000)
    await database.settle([
      settlement({ requestId: 'a', userId: 1, quota: 10 }),
      settlement({ requestId: 'b', userId: 2, tokenId: 2, channelId: 2, quota: 20, logged: false }),
    ])
    return database
  }

  describe('the check of the books', () => {
    it('finds nothing when they are right, in an empty database too', async () => {
      expect(await found(await open())).toEqual([])
      expect(await found(await openBooks())).toEqual([])
    })

    it('I1: finds quota that came from nowhere', async () => {
      const database = await openBooks()
      await database.query.updateTable('users').set({ quota: 1000 }).where('id', '=', 1).execute()
      expect(await found(database)).toEqual([['I1', 'users.quota', '1', 10]])
    })

    it('I12: finds money that came in without its reason, and a reason that brought nothing', async () => {
      const database = await openBooks()
      const use = { redemption_id: 5, user_id: 1, quota: 7, created_at: 1 }
      await database.query.insertInto('redemption_uses').values(use).execute()
      const credit = { userId: 2, operatorId: 0, createdAt: 1 }
      await database.transaction(async (transaction) => {
        await applyCredit(transaction, { ...credit, ref: 'pay:1', kind: 'pay', amount: 3 })
        await applyCredit(transaction, { ...credit, ref: 'check-in:1', kind: 'check-in', amount: 4 })
      })
      await database.query.updateTable('users').set({ aff_quota: 9 }).where('id', '=', 1).execute()
      expect(await found(database)).toEqual([
        ['I12', 'redemption_uses.quota by user', '1', -7],
        ['I12', 'top_ups.quota by user', '2', 3],
        ['I12', 'check_ins.quota by user', '2', 4],
        ['I12', 'users.aff_quota', '1', 9],
      ])
    })

    it('I2: finds sums and counts that are not those of the rows', async () => {
      const database = await openBooks()
      await database.query.updateTable('users').set({ used_quota: 0, request_count: 5 }).where('id', '=', 2).execute()
      await database.query.updateTable('tokens').set({ used_quota: 11 }).where('id', '=', 1).execute()
      await database.query.updateTable('channels').set({ used_quota: 19 }).where('id', '=', 2).execute()
      expect(await found(database)).toEqual([
        ['I2', 'users.used_quota', '2', -20],
        ['I2', 'users.request_count', '2', 4],
        ['I2', 'tokens.used_quota', '1', 1],
        ['I2', 'channels.used_quota', '2', -1],
      ])
    })

    it('I3: finds a request that was charged twice', async () => {
      const database = await openBooks()
      const charge = { request_id: 'a', user_id: 1, token_id: 1, channel_id: 1, quota: 0, counted: 0, created_at: 1 }
      await database.query.insertInto('charges').values(charge).execute()
      expect(await found(database)).toEqual([['I3', 'charges.request_id', 'a', 1]])
    })

    it('I6: finds a row whose quota cannot be worked out again', async () => {
      const database = await openBooks()
      expect(await findWrongCharges(database, (row) => row.prompt_tokens + row.completion_tokens)).toEqual([])
      expect(await findWrongCharges(database, () => 9)).toEqual([
        { invariant: 'I6', what: 'logs.quota', subject: 'a', expected: 9, actual: 10 },
      ])
    })

    it('finds hours that say something else than the rows', async () => {
      const database = await openBooks()
      await database.query.updateTable('usage_hours').set({ quota: 0, logged: 3 }).where('user_id', '=', 1).execute()
      expect(await found(database)).toEqual([
        ['hours', 'usage_hours.quota by user, token and channel', '1.1.1', -10],
        ['hours', 'usage_hours.logged by hour, user and channel', expect.stringMatching(/^\d+\.1\.1$/), 2],
      ])
    })

    it('finds more calls that took some time than there were, and a day that says something else than its hours', async () => {
      const database = await openBooks()
      await rollUp(database, 1_800_000_000)
      await database.query.updateTable('latency_hours').set({ count: 3 }).where('channel', '=', 1).execute()
      expect(await found(database)).toEqual([
        ['hours', 'latency_hours.count by hour, channel and model', '1699999200.1.model', 2],
        ['hours', 'latency_days.count by day, channel, model and bucket', '1699920000.1.model.25', -2],
      ])
    })

    it('does not miss a deleted channel', async () => {
      const database = await openBooks()
      await database.query.deleteFrom('channels').where('id', '=', 1).execute()
      expect(await found(database)).toEqual([])
    })
  })
})
