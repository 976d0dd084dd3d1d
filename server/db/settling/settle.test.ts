import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import { addAccounts, settlement } from '#testing/rows.ts'
import { systemClock } from '../../lib/clock.ts'
import { createLog } from '../../lib/log.ts'
import type { Database } from '../database.ts'
import { settledNumbers, settledTexts } from '../dimension-columns.ts'
import { findBrokenInvariants } from '../invariants.ts'
import { openDatabase } from '../open.ts'
import { hasCharge } from './charges.ts'
import type { Settlement } from './settlement.ts'

const user = (database: Database, id = 1) =>
  database.query
    .selectFrom('users')
    .select(['quota', 'used_quota', 'request_count'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const count = async (database: Database, table: 'logs' | 'charges' | 'usage_hours') => {
  const { total } = await database.query
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

eachDatabase((_engine, open, openPlace) => {
  describe('settling a call', () => {
    it('writes the log row and changes user, token, channel and hour together', async () => {
      const database = await open()
      await addAccounts(database.query, 1, 1000)
      await database.settle([
        settlement({ requestId: 'a', createdAt: 7205, quota: 30, isStream: true, content: 'why', other: '{"a":1}' }),
      ])

      expect(await user(database)).toEqual({ quota: 970, used_quota: 30, request_count: 1 })
      expect(await database.query.selectFrom('tokens').selectAll().executeTakeFirst()).toMatchObject({
        remain_quota: 970,
        used_quota: 30,
        accessed_time: 7205,
      })
      expect(await database.query.selectFrom('channels').select('used_quota').executeTakeFirst()).toEqual({
        used_quota: 30,
      })
      expect(await database.query.selectFrom('logs').selectAll().executeTakeFirst()).toMatchObject({
        request_id: 'a',
        type: 2,
        quota: 30,
        is_stream: 1,
        counted: 1,
        content: 'why',
        other: '{"a":1}',
        channel: 1,
        model_name: 'model',
        group: 'default',
        prompt_tokens: 7,
        completion_tokens: 3,
      })
      expect(await database.query.selectFrom('usage_hours').selectAll().execute()).toEqual([
        {
          hour: 7200,
          user_id: 1,
          type: 2,
          username: 'user',
          token_id: 1,
          token_name: 'token',
          channel: 1,
          model_name: 'model',
          group: 'default',
          count: 1,
          logged: 1,
          quota: 30,
          prompt_tokens: 7,
          completion_tokens: 3,
          parts: 1,
        },
      ])
      expect(await findBrokenInvariants(database)).toEqual([])
    })

    it('F14: changes nothing the second time, in a later batch, in the same batch and in the same call', async () => {
      const database = await open()
      await addAccounts(database.query, 1, 1000)
      const one = settlement({ quota: 30 })
      await database.settle([one, one])
      await Promise.all([database.settle([one]), database.settle([one]), database.settle([settlement({ quota: 1 })])])
      await database.settle([{ ...one, logged: false }])

      expect(await user(database)).toEqual({ quota: 969, used_quota: 31, request_count: 2 })
      expect(await count(database, 'logs')).toBe(2)
      expect(await count(database, 'charges')).toBe(0)
      expect(await findBrokenInvariants(database)).toEqual([])
    })

    it('F14: tells each call which of its charges were there already, and nothing of those of others', async () => {
      const database = await open()
      await addAccounts(database.query, 1, 1000)
      const [logged, unlogged] = [settlement({ requestId: 'a' }), settlement({ requestId: 'b', logged: false })]
      expect(await database.settle([])).toEqual([])
      expect(await database.settle([logged, unlogged])).toEqual([])
      const fresh = (requestId: string, of: Partial<Settlement> = {}) => settlement({ requestId, ...of })
      const told = [
        database.settle([fresh('c'), logged]),
        database.settle([fresh('d', { logged: false })]),
        database.settle([{ ...unlogged, logged: true }, fresh('e'), { ...logged, logged: false }]),
        database.settle([fresh('f'), fresh('f')]),
      ]
      expect((await Promise.all(told)).map((known) => known.toSorted())).toEqual([['a'], [], ['a', 'b'], ['f']])
      expect((await user(database)).request_count).toBe(6)
      expect(await findBrokenInvariants(database)).toEqual([])
    })

    it('keeps a charge without a log row when the operator wants no rows', async () => {
      const database = await open()
      await addAccounts(database.query, 1, 1000)
      const one = settlement({ quota: 30, logged: false })
      await database.settle([one])
      await database.settle([one, { ...one, logged: true }])

      expect(await user(database)).toEqual({ quota: 970, used_quota: 30, request_count: 1 })
      expect(await count(database, 'logs')).toBe(0)
      expect(await database.query.selectFrom('charges').select(['quota', 'counted']).execute()).toEqual([
        { quota: 30, counted: 1 },
      ])
      expect(await database.query.selectFrom('usage_hours').select(['count', 'logged']).execute()).toEqual([
        { count: 1, logged: 0 },
      ])
      expect(await findBrokenInvariants(database)).toEqual([])
    })

    it('leaves tokens alone when none was used and does not count what is not counted', async () => {
      const database = await open()
      await addAccounts(database.query, 1, 1000)
      await database.settle([settlement({ tokenId: 0, counted: false, quota: 0 })])

      expect(await user(database)).toEqual({ quota: 1000, used_quota: 0, request_count: 0 })
      expect(await database.query.selectFrom('tokens').select('accessed_time').executeTakeFirst()).toEqual({
        accessed_time: 0,
      })
      expect(await findBrokenInvariants(database)).toEqual([])
    })

    it('T03: tells a token that its quota is used up, unless it is unlimited or was switched off', async () => {
      const database = await open()
      await addAccounts(database.query, 4, 100)
      await database.query.updateTable('tokens').set({ unlimited_quota: 1 }).where('id', '=', 2).execute()
      await database.query.updateTable('tokens').set({ status: 2 }).where('id', '=', 3).execute()
      const spend = (quota: number) =>
        Promise.all([1, 2, 3].map((id) => database.settle([settlement({ userId: id, tokenId: id, quota })])))
      const tokens = () =>
        database.query.selectFrom('tokens').select(['remain_quota', 'status']).orderBy('id').execute()

      await spend(99)
      expect((await tokens()).map(({ status }) => status)).toEqual([1, 1, 2, 1])
      await spend(1)
      expect(await tokens()).toEqual([
        { remain_quota: 0, status: 4 },
        { remain_quota: 0, status: 1 },
        { remain_quota: 0, status: 2 },
        { remain_quota: 100, status: 1 },
      ])
      await database.settle([60, 70].map((quota) => settlement({ userId: 4, tokenId: 4, quota })))
      await spend(5)
      expect((await tokens()).map((token) => Object.values(token))).toEqual([
        [-5, 4],
        [-5, 1],
        [-5, 2],
        [-30, 4],
      ])
    })

    it('numbers log rows by their second, also those that come late', async () => {
      const database = await open()
      await addAccounts(database.query, 1)
      for (const createdAt of [500, 502, 501, 500, 502]) await database.settle([settlement({ createdAt })])
      await database.settle([502, 500, 502].map((createdAt) => settlement({ createdAt })))
      const rows = await database.query.selectFrom('logs').select(['id', 'created_at']).orderBy('id').execute()
      expect(rows.map(({ created_at: second }) => second)).toEqual([500, 500, 500, 501, 502, 502, 502, 502])
      for (const { id, created_at: second } of rows) expect(Math.floor(id / 1_000_000)).toBe(second)
    })

    it('takes the next number when a late row is given one that is taken', async () => {
      const database = await open()
      await addAccounts(database.query, 1)
      await database.settle([settlement({ requestId: 'first' })])
      const again = sql`select setval('logs_id_seq', 1, false)`
      if (database.engine === 'postgres') await again.execute(database.query)
      await database.settle([settlement({ requestId: 'second' })])
      expect(await count(database, 'logs')).toBe(2)
      expect(await findBrokenInvariants(database)).toEqual([])
    })

    it('takes names with any characters and keeps their sums apart', async () => {
      const database = await open()
      await addAccounts(database.query, 1)
      const names = [
        { modelName: 'a\0', group: 'b' },
        { modelName: 'a', group: '\0b' },
        { modelName: "a'; drop table logs; --", group: '模型 😀' },
      ]
      await database.settle(names.map((name) => settlement(name)))
      expect(await count(database, 'logs')).toBe(3)
      expect(await findBrokenInvariants(database)).toEqual([])
    })

    it.each(['in one batch', 'one after the other'])(
      'adds up apart what differs in one column of the key, and together what differs in none, %s',
      async (way) => {
        const database = await open()
        await addAccounts(database.query, 2)
        const others = {
          ...Object.fromEntries(settledNumbers.map((field) => [field, 2])),
          ...Object.fromEntries(settledTexts.map((field) => [field, 'another'])),
        }
        const calls = [
          ...Object.entries(others).map(([field, value]) => settlement({ [field]: value, createdAt: 50 })),
          settlement({ createdAt: 51 }),
          settlement({ createdAt: 52 }),
          settlement({ createdAt: 3650 }),
        ]
        if (way === 'in one batch') await database.settle(calls)
        else for (const call of calls) await database.settle([call])
        const rows = await database.query.selectFrom('usage_hours').selectAll().orderBy('count').execute()
        const counts = [...Object.keys(others).map(() => 1), 1, 2]
        expect(rows.map(({ count }) => count)).toEqual(counts)
        expect(rows.map(({ quota }) => quota)).toEqual(counts.map((count) => count * 10))
        expect(await findBrokenInvariants(database)).toEqual([])
      },
    )

    it.each(['in one batch', 'one after the other'])(
      'writes down once in which parts of its hour a row lies, however many lie there, %s',
      async (way) => {
        const database = await open()
        await addAccounts(database.query, 1)
        const seconds = [7200, 7201, 7271, 7272, 7272, 10_799, 10_728]
        const calls = [
          ...seconds.map((createdAt) => settlement({ createdAt })),
          settlement({ createdAt: 7400, logged: false }),
        ]
        if (way === 'in one batch') await database.settle(calls)
        else for (const call of calls) await database.settle([call])
        const { parts } = await database.query.selectFrom('usage_hours').select('parts').executeTakeFirstOrThrow()
        expect(parts).toBe(1 + 2 + 2 ** 49)
      },
    )

    it.each(['in one batch', 'one after the other'])(
      'says of a token when it was used last, though a charge of before comes later, %s',
      async (way) => {
        const database = await open()
        await addAccounts(database.query, 1)
        const calls = [500, 900, 700].map((createdAt) => settlement({ createdAt }))
        if (way === 'in one batch') await database.settle(calls)
        else for (const call of calls) await database.settle([call])
        expect(await database.query.selectFrom('tokens').select('accessed_time').execute()).toEqual([
          { accessed_time: 900 },
        ])
      },
    )

    it.each(['a', 'm', 'z'])(
      'F14: charges once what stands in the other table already, wherever in the batch it comes: %s',
      async (known) => {
        for (const logged of [true, false]) {
          const database = await open()
          await addAccounts(database.query, 1, 1000)
          const calls = ['z', 'a', 'm'].map((requestId) => settlement({ requestId, logged }))
          await database.settle([settlement({ requestId: known, logged: !logged })])
          await database.settle(calls)
          expect(await user(database)).toEqual({ quota: 970, used_quota: 30, request_count: 3 })
          expect([await count(database, 'logs'), await count(database, 'charges')]).toEqual(logged ? [2, 1] : [1, 2])
          expect(await findBrokenInvariants(database)).toEqual([])
        }
      },
    )

    it('refuses amounts and times that cannot be stored without harm to the others', async () => {
      const database = await open()
      await addAccounts(database.query, 1)
      const outcomes = await Promise.allSettled([
        database.settle([settlement({ quota: 1 })]),
        database.settle([settlement({ quota: 2 ** 53 })]),
        database.settle([settlement({ quota: 0.5 })]),
        database.settle([settlement({ createdAt: 2 ** 40 })]),
        database.settle([settlement({ quota: 2 })]),
      ])
      expect(outcomes.map(({ status }) => status)).toEqual([
        'fulfilled',
        ...['rejected', 'rejected', 'rejected'],
        'fulfilled',
      ])
      expect(await user(database)).toMatchObject({ used_quota: 3 })
    })

    it('commits the others when the engine itself refuses one of a batch', async () => {
      const database = await open()
      await addAccounts(database.query, 2)
      await database.query.updateTable('users').set({ quota: -Number.MAX_SAFE_INTEGER }).where('id', '=', 2).execute()
      // seam: a settlement that no caller can make, so that the engine sees a value it must refuse
      const refused = settlement({ content: null as unknown as string })
      const outcomes = await Promise.allSettled([
        database.settle([settlement({ quota: 1 })]),
        database.settle([refused]),
        database.settle([settlement({ quota: 2 })]),
      ])
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
      expect(await user(database)).toMatchObject({ used_quota: 3 })
    })

    it('tells which charges are stored, with a row of their own or without', async () => {
      const database = await open()
      await addAccounts(database.query, 1)
      await database.settle([settlement({ requestId: 'a' }), settlement({ requestId: 'b', logged: false })])
      const stored = ['a', 'b', 'c'].map((requestId) => hasCharge(database.query, requestId))
      expect(await Promise.all(stored)).toEqual([true, true, false])
    })

    it('answers an empty call and waits for what runs before it closes', async () => {
      const { database, place } = await openPlace()
      await addAccounts(database.query, 1)
      await database.settle([])
      const settled = Array.from({ length: 50 }, () => database.settle([settlement({ quota: 1 })]))
      const second = await openDatabase({ ...place, clock: systemClock, log: createLog({ level: 'silent' }) })
      const late = second.settle([settlement({ quota: 1 })])
      await second.close()
      await Promise.all([...settled, late])
      expect(await user(database)).toMatchObject({ used_quota: 51 })
    })
  })

  it('gathers calls that arrive during a commit into the next one', async () => {
    const database = await open()
    await addAccounts(database.query, 1)
    const order: number[] = []
    await Promise.all(
      Array.from({ length: 400 }, async (_, index) => {
        await database.settle([settlement({ quota: 1 })])
        order.push(index)
      }),
    )
    expect(order).toEqual(Array.from({ length: 400 }, (_, index) => index))
    expect(await user(database)).toMatchObject({ used_quota: 400, request_count: 400 })
  })

  it('keeps the books right under any mix of calls, repetitions and two nodes', async () => {
    const { database, place } = await openPlace()
    await addAccounts(database.query, 4, 1_000_000)
    const other = await openDatabase({ ...place, clock: systemClock, log: createLog({ level: 'silent' }) })
    const calls = new Map<string, Settlement>()
    const anyCall = fc
      .record({
        requestId: fc.integer({ min: 0, max: 400 }).map((number) => `r${number}`),
        account: fc.integer({ min: 1, max: 4 }),
        hour: fc.integer({ min: 0, max: 2 }),
        quota: fc.integer({ min: 0, max: 500 }),
        modelName: fc.constantFrom('one', 'two'),
        logged: fc.boolean(),
        counted: fc.boolean(),
        tokenId: fc.integer({ min: 0, max: 4 }),
      })
      .map(({ account, hour, ...fields }) => {
        const made = settlement({ ...fields, userId: account, channelId: 5 - account, createdAt: hour * 3600 + 5 })
        // A request is what it is: settled again, it is the same.
        const call = calls.get(made.requestId) ?? made
        calls.set(call.requestId, call)
        return call
      })
    const settled = new Map<string, Settlement>()
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(anyCall, { maxLength: 5 }), { maxLength: 40 }), async (batches) => {
        await Promise.all(batches.map((batch, index) => (index % 2 === 0 ? database : other).settle(batch)))
        for (const call of batches.flat()) settled.set(call.requestId, call)
        expect(await findBrokenInvariants(database)).toEqual([])
        const spent = [...settled.values()].reduce((sum, { quota }) => sum + quota, 0)
        const { total } = await database.query
          .selectFrom('users')
          .select((eb) => eb.fn.sum<number>('quota').as('total'))
          .executeTakeFirstOrThrow()
        expect(total).toBe(4_000_000 - spent)
      }),
      { numRuns: 15, endOnFailure: true },
    )
    await other.close()
  })
})
