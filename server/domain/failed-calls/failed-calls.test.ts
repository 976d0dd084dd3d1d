import { expect, it } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import { quiet } from '#testing/ledger.ts'
import { createStillClock } from '#testing/movable-clock.ts'
import { openTestOptions } from '#testing/options.ts'
import type { Database } from '../../db/database.ts'
import { countFailedCalls } from '../../db/failed-calls.ts'
import { hourOf } from '../../db/log-time.ts'
import { nowSeconds } from '../../lib/clock.ts'
import type { FailedCall } from './failed-call.ts'
import { createFailedCalls } from './failed-calls.ts'

eachDatabase((_engine, open) => {
  /** A recorder over a database that can be taken away. */
  const begin = async () => {
    const database = await open()
    let isAway = false
    const transaction: Database['transaction'] = (work) =>
      isAway ? Promise.reject(new Error('the database is away')) : database.transaction(work)
    const options = await openTestOptions(database)
    const clock = createStillClock()
    const failedCalls = createFailedCalls({ database: { ...database, transaction }, options, clock, log: quiet })
    return {
      failedCalls,
      clock,
      setAway: (away: boolean) => {
        isAway = away
      },
      rows: () => database.query.selectFrom('failed_calls').selectAll().orderBy('id').execute(),
      counted: (userId: number, channel = 0) =>
        countFailedCalls(database.query, { userId, channel, start: 0, end: Number.MAX_SAFE_INTEGER }),
    }
  }

  let calls = 0
  const failedCall = (userId: number, fields: Partial<FailedCall> = {}): FailedCall => {
    calls += 1
    return {
      requestId: `call-${calls}`,
      asker: { userId, username: `user-${userId}`, tokenId: 1, tokenName: 'phone', group: 'default' },
      address: '127.0.0.1',
      model: 'm',
      isStream: false,
      elapsedMs: 1,
      reason: { kind: 'limited', status: 429, code: 'model_requests_too_many', values: { count: 1, minutes: 1 } },
      trace: {},
      ...fields,
    }
  }

  it('those of a channel are counted as well, with all that have no row', async () => {
    const { failedCalls, rows, counted } = await begin()
    const through = (channel: number) => ({ trace: { attempts: [{ channel, status: 500, ms: 1 }] } })
    for (let index = 0; index < 25; index += 1) failedCalls.note(failedCall(1, through(7)))
    failedCalls.note(failedCall(2, through(8)))
    await failedCalls.drain()
    expect(await rows()).toHaveLength(11)
    expect([await counted(0), await counted(0, 7), await counted(0, 8), await counted(0, 9)]).toEqual([26, 25, 1, 0])
  })

  it('a flood of ten thousand failed calls is ten rows a minute, and none of them is lost count of', async () => {
    const { failedCalls, clock, rows, counted } = await begin()
    for (let index = 0; index < 10_000; index += 1) {
      failedCalls.note(failedCall(1))
      // Whatever is written already learns of what comes later.
      if (index % 2500 === 5) await failedCalls.drain()
    }
    await failedCalls.drain()
    expect((await rows()).map(({ again }) => again)).toEqual([...Array(9).fill(0), 9990])
    clock.pass(60)
    failedCalls.note(failedCall(1))
    failedCalls.note(failedCall(2))
    failedCalls.note(failedCall(1, { reason: { kind: 'forbidden', status: 403, words: 'No.' } }))
    await failedCalls.drain()
    expect((await rows()).map(({ again }) => again)).toEqual([...Array(9).fill(0), 9990, 0, 0, 0])
    expect([await counted(1), await counted(2), await counted(0)]).toEqual([10_002, 1, 10_003])
  })

  it('what cannot be written takes a bounded room, and is written once when the database is there again', async () => {
    const { failedCalls, clock, setAway, rows, counted } = await begin()
    // Sums are of an hour, and what waits has room for those of one: all three minutes are in the same.
    if (hourOf(nowSeconds(clock)) !== hourOf(nowSeconds(clock) + 180)) clock.pass(180)
    setAway(true)
    for (let minute = 0; minute < 3; minute += 1) {
      for (let userId = 1; userId <= 2500; userId += 1) failedCalls.note(failedCall(userId))
      await failedCalls.drain()
      clock.pass(60)
    }
    setAway(false)
    await failedCalls.drain()
    const written = await rows()
    // 2000 users and reasons in each of the first two minutes, and what room was left in the third.
    expect(written).toHaveLength(5000)
    expect(new Set(written.map(({ request_id }) => request_id)).size).toBe(5000)
    expect([await counted(1), await counted(2500), await counted(0)]).toEqual([3, 3, 7500])
    await failedCalls.drain()
    expect(await rows()).toHaveLength(5000)
    expect(await counted(0)).toBe(7500)
  })
})
