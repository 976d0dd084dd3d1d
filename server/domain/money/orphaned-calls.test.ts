import { expect, it } from 'vitest'
import { ApplicationError } from '#contract/errors.ts'
import { eachDatabase } from '#testing/database.ts'
import { userQuota } from '#testing/ledger.ts'
import { createStillClock } from '#testing/movable-clock.ts'
import { addAccounts, settlement } from '#testing/rows.ts'
import type { Database } from '../../db/database.ts'
import { keepRunningCalls } from '../../db/settling/running-calls.ts'
import type { Settlement } from '../../db/settling/settlement.ts'
import { createLog } from '../../lib/log.ts'
import { createLeftCalls } from './orphaned-calls.ts'

eachDatabase((engine, open) => {
  /** A node that looks at what others left in a database, and all that it says of it. */
  const watch = (database: Database, settle: Database['settle'] = database.settle) => {
    const clock = createStillClock()
    const told = { users: [] as number[], tokens: [] as number[], charged: [] as number[], lines: [] as string[] }
    const { charge } = createLeftCalls({
      database: { ...database, settle },
      accounts: {
        forgetUser: (id) => told.users.push(id),
        forgetToken: (id) => told.tokens.push(id),
      },
      noteCharge: (id) => told.charged.push(id),
      clock,
      log: createLog({ level: 'info', write: (line) => told.lines.push(line) }),
      holder: 'own',
    })
    /** Looks every ten seconds for so long. */
    const look = async (seconds: number) => {
      await charge()
      for (let passed = 0; passed < seconds; passed += 10) {
        clock.pass(10)
        await charge()
      }
    }
    return { told, charge, clock, look }
  }

  const leave = (database: Database, settlements: readonly Settlement[], holder = 'gone', beat = 1) =>
    keepRunningCalls(database.query, { holder, beat }, settlements)

  const left = async (database: Database) => {
    const rows = await database.query.selectFrom('running_calls').select('request_id').orderBy('request_id').execute()
    return rows.map(({ request_id }) => request_id)
  }

  it('calls of a process that has ended are charged once, and whoever keeps their balances is told', async () => {
    const database = await open()
    await addAccounts(database.query, 2, 100)
    await leave(database, [
      settlement({ requestId: 'a', quota: 7 }),
      settlement({ requestId: 'b', userId: 2, tokenId: 0, quota: 20 }),
    ])
    await leave(database, [settlement({ requestId: 'own', quota: 50 })], 'own')
    const { told, look } = watch(database)
    await look(20)
    expect([await userQuota(database), await userQuota(database, 2), await left(database)]).toEqual([93, 80, ['own']])
    expect([told.users, told.tokens, told.charged]).toEqual([[1, 2], [1], [1, 2]])
    expect(told.lines.map((line) => JSON.parse(line).calls)).toEqual([2])
    await look(30)
    expect([await userQuota(database), told.lines.length]).toEqual([93, 1])
  })

  it('more of them than are read at once are all charged', async () => {
    const database = await open()
    await addAccounts(database.query, 1, 1000)
    await leave(
      database,
      Array.from({ length: 501 }, () => settlement({ quota: 1 })),
    )
    // None of the first batch can be read.
    const unread = Array.from({ length: 500 }, (_, index) => `a${index}`.padEnd(8, 'x'))
    await database.query
      .insertInto('running_calls')
      .values(unread.map((request_id) => ({ request_id, holder: 'gone', beat: 1, settlement: '{' })))
      .execute()
    const { told, look } = watch(database)
    await look(20)
    expect([await userQuota(database), (await left(database)).length]).toEqual([499, 500])
    expect(told.lines.flatMap((line) => JSON.parse(line).calls ?? [])).toEqual([501])
  })

  it('what cannot be charged stays, is spoken of once, and keeps back no other', async () => {
    const database = await open()
    await addAccounts(database.query, 1, 100)
    const row = (request_id: string, settlement: string) => ({ request_id, holder: 'gone', beat: 1, settlement })
    await database.query.insertInto('running_calls').values(row('b', '{')).execute()
    await leave(database, [settlement({ requestId: 'a' }), settlement({ requestId: 'c', quota: 7 })])
    const { told, look } = watch(database, async (settlements) => {
      if (settlements[0]?.requestId === 'a') throw new RangeError('an odd charge')
      return database.settle(settlements)
    })
    await look(20)
    expect([await userQuota(database), await left(database)]).toEqual([93, ['a', 'b']])
    await look(20)
    const refusals = told.lines.map((line) => JSON.parse(line)).filter(({ requestId }) => requestId !== undefined)
    expect(refusals.map(({ requestId }) => requestId).toSorted()).toEqual(['a', 'b'])
    expect([told.users, told.lines.length]).toEqual([[1], 3])
  })

  it('while the database takes no charge they stay, and are charged when it does', async () => {
    const database = await open()
    await addAccounts(database.query, 1, 100)
    await leave(database, [settlement({ requestId: 'a', quota: 7 })])
    let isAway = true
    const { told, look, charge } = watch(database, async (settlements) => {
      if (isAway) throw new ApplicationError('storage_unavailable')
      return database.settle(settlements)
    })
    await expect(look(20)).rejects.toMatchObject({ code: 'storage_unavailable' })
    expect([await userQuota(database), await left(database), told.users]).toEqual([100, ['a'], []])
    isAway = false
    await charge()
    expect([await userQuota(database), await left(database)]).toEqual([93, []])
  })

  it.runIf(engine === 'sqlite')('a folder has one owner, who looks once: what others wrote is of before', async () => {
    const database = await open()
    await addAccounts(database.query, 1, 100)
    await leave(database, [settlement({ quota: 7 })])
    const { charge } = watch(database)
    await charge()
    await leave(database, [settlement({ quota: 7 })])
    await charge()
    expect([await userQuota(database), (await left(database)).length]).toEqual([93, 1])
  })

  const isShared = engine === 'postgres'

  it.runIf(isShared)('a process is given up after twenty seconds of silence and not before', async () => {
    const database = await open()
    await addAccounts(database.query, 1, 100)
    await leave(database, [settlement({ requestId: 'a', quota: 7 })])
    const { clock, charge } = watch(database)
    for (const seconds of [0, 10, 9.999]) {
      clock.pass(seconds)
      await charge()
    }
    expect(await left(database)).toEqual(['a'])
    clock.pass(0.001)
    await charge()
    expect(await left(database)).toEqual([])
  })

  it.runIf(isShared)('one that is heard of is left alone, and so is all of it by who was asleep himself', async () => {
    const database = await open()
    await addAccounts(database.query, 1, 100)
    const call = settlement({ requestId: 'a', quota: 7 })
    const { clock, charge } = watch(database)
    for (let beat = 1; beat < 6; beat += 1) {
      await leave(database, [call], 'slow', beat)
      await charge()
      clock.pass(10)
    }
    await charge()
    clock.pass(12.001)
    await charge()
    for (const seconds of [12, 7]) {
      clock.pass(seconds)
      await charge()
    }
    expect(await left(database)).toEqual(['a'])
    clock.pass(1)
    await charge()
    expect(await left(database)).toEqual([])
  })

  it.runIf(isShared)('what is heard of a process is forgotten when it has nothing under way', async () => {
    const database = await open()
    await addAccounts(database.query, 1, 100)
    const call = settlement({ requestId: 'a', quota: 7 })
    const { clock, charge } = watch(database)
    await leave(database, [call])
    await charge()
    await database.query.deleteFrom('running_calls').execute()
    clock.pass(10)
    await charge()
    await leave(database, [call])
    clock.pass(10)
    await charge()
    expect(await left(database)).toEqual(['a'])
  })
})
