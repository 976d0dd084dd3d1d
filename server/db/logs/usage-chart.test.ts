import { beforeAll, describe, expect, it } from 'vitest'
import type { UsagePoint } from '#contract/logs.ts'
import { stepBorders, zoneChanges } from '#contract/usage-calendar.ts'
import { eachDatabase } from '#testing/database.ts'
import { addAccounts, settlement } from '#testing/rows.ts'
import type { Database } from '../database.ts'
import { findBrokenInvariants } from '../invariants.ts'
import { insertLog, type LogFilter, readChart, rollUp } from './log-store.ts'

const hour = 3600
const day = 24 * hour
/** A Monday. */
const start = 1_699_833_600
const days = 50

const fill = async (database: Database) => {
  await addAccounts(database.query, 3)
  const calls = Array.from({ length: 400 }, (_, index) =>
    settlement({
      createdAt: start + Math.floor((index / 400) * days * day) + 17,
      userId: 1 + (index % 3),
      channelId: 1 + (index % 2),
      tokenId: 1 + (Math.floor(index / 3) % 2),
      username: ['ann', 'bob', 'cat'][index % 3] ?? '',
      modelName: ['model 0', 'model "1"', 'model\\2', 'model\n3', 'modèle 4'][index % 5] ?? '',
      quota: index,
      logged: index % 7 !== 0,
    }),
  )
  await database.settle(calls)
  const event = { created_at: start + 100, user_id: 1, username: 'ann', content: '', other: '', quota: 7 }
  await insertLog(database.query, { ...event, type: 1 })
  return calls
}

/** Names are what users make of them. */
const owner = { id: 7, username: 'a "b" \\ é \u0001' }

const chartOf = async (database: Database, filter: LogFilter, seconds: number, ahead = 0): Promise<UsagePoint[]> =>
  JSON.parse(await readChart(database.query, filter, { seconds, changes: [{ from: 0, ahead }] }, owner))

type Calls = Awaited<ReturnType<typeof fill>>

/** The same without any help: by steps that begin with days that are so far ahead of those of UTC. */
const expected = (calls: Calls, filter: LogFilter, seconds: number, ahead = 0): UsagePoint[] => {
  const shift = ahead + (seconds === 7 * day ? 3 * day : 0)
  const points = new Map<string, UsagePoint>()
  const { start_timestamp: first = 0, end_timestamp: last = Number.MAX_SAFE_INTEGER } = filter
  for (const { username, userId, tokenId, channelId, ...call } of calls) {
    const { createdAt, modelName, quota, promptTokens, completionTokens } = call
    const begin = createdAt - (createdAt % hour)
    if (begin < first || begin > last || (filter.username && filter.username !== username)) continue
    if (filter.channel && filter.channel !== channelId) continue
    if (filter.user_id && filter.user_id !== userId) continue
    if (filter.token_id && filter.token_id !== tokenId) continue
    const at = begin - ((begin + shift) % seconds)
    const point = points.get(`${at} ${modelName}`) ?? {
      ...{ user_id: 7, username: owner.username, model_name: modelName, created_at: at },
      ...{ count: 0, quota: 0, token_used: 0, prompt_tokens: 0, completion_tokens: 0 },
    }
    point.count += 1
    point.quota += quota
    point.token_used += promptTokens + completionTokens
    point.prompt_tokens += promptTokens
    point.completion_tokens += completionTokens
    points.set(`${at} ${modelName}`, point)
  }
  return [...points.values()].sort(
    (one, other) => one.created_at - other.created_at || (one.model_name < other.model_name ? -1 : 1),
  )
}

/** One of the tokens that a user has. */
const ofToken = { user_id: 2, token_id: 2 }

const ranges: LogFilter[] = [
  { start_timestamp: start + 3 * day, end_timestamp: start + 4 * day },
  { start_timestamp: start + 3 * day + 5 * hour + 1, end_timestamp: start + 20 * day + 7 },
  { start_timestamp: start + 2 * hour, end_timestamp: start + 45 * day + 5 * hour + 9 },
  {},
  { start_timestamp: start + 400 * day },
]

eachDatabase((_engine, open) => {
  it.each([
    ['nothing', 0],
    ['some days', start + 30 * day + 5 * hour],
    ['everything', start + 100 * day],
  ])('adds up exactly what calls cost, by model and step of time, with %s added up before', async (_what, now) => {
    const database = await open()
    const calls = await fill(database)
    await rollUp(database, now)
    for (const range of ranges) {
      for (const seconds of [hour, day, 7 * day]) {
        // By the hour only what no day was cut out of: over a long time whole days are taken together.
        if (seconds === hour && (range.end_timestamp ?? 0) - (range.start_timestamp ?? 0) > 31 * day) continue
        if (seconds === hour && range.end_timestamp === undefined) continue
        for (const filter of [
          range,
          { ...range, username: 'bob' },
          { ...range, channel: 2 },
          { ...range, ...ofToken },
        ]) {
          const points = await chartOf(database, filter, seconds)
          expect(points, JSON.stringify({ filter, seconds })).toEqual(expected(calls, filter, seconds))
        }
      }
    }
    expect(await findBrokenInvariants(database)).toEqual([])
  })

  describe('by days of another clock', () => {
    let database: Database
    let calls: Calls
    beforeAll(async () => {
      database = await open()
      calls = await fill(database)
      await rollUp(database, start + 30 * day + 5 * hour)
    })

    it.each([14, 13, 12, 8, 1, -3, -11, -12])('puts days where they begin %s hours ahead of UTC', async (hours) => {
      const month = { start_timestamp: start + 3 * day + 7 * hour + 5, end_timestamp: start + 33 * day + 9 * hour }
      const ofDay = { start_timestamp: start + 9 * day, end_timestamp: start + 10 * day - 1 }
      for (const range of [month, ofDay]) {
        for (const seconds of [hour, day, 7 * day]) {
          const filters: LogFilter[] = [
            range,
            { ...range, username: 'bob' },
            { ...range, user_id: 3 },
            { ...range, ...ofToken },
          ]
          for (const filter of filters) {
            const points = await chartOf(database, filter, seconds, hours * hour)
            expect(points, JSON.stringify({ filter, seconds })).toEqual(expected(calls, filter, seconds, hours * hour))
          }
        }
      }
    })
  })

  it('keeps days whole where the clock is put forward or back among them', async () => {
    const database = await open()
    await addAccounts(database.query, 1)
    const zone = 'Europe/Berlin'
    // Days of 23 hours and of 25: what is called in the first and in the last hour of each belongs to it.
    for (const [before, after] of [
      ['2023-03-26T00:00+01:00', '2023-03-27T00:00+02:00'],
      ['2023-10-29T00:00+02:00', '2023-10-30T00:00+01:00'],
    ] as const) {
      const [first, next] = [Date.parse(before) / 1000, Date.parse(after) / 1000]
      const at = [first, next - hour, next, first - hour]
      await database.settle(
        at.map((createdAt) => settlement({ createdAt, userId: 1, username: 'ann', modelName: before, quota: 1 })),
      )
      const range = { start_timestamp: first - 2 * day, end_timestamp: next + 2 * day }
      const changes = zoneChanges(zone, range.start_timestamp, range.end_timestamp)
      for (const filter of [range, { ...range, username: 'ann' }]) {
        const points: UsagePoint[] = JSON.parse(
          await readChart(database.query, filter, { seconds: day, changes }, owner),
        )
        expect(points.map(({ created_at, count }) => [created_at, count])).toEqual([
          [first - day, 1],
          [first, 2],
          [next, 1],
        ])
      }
      expect(stepBorders({ start: first, end: next - 1, step: 'day', zone })).toEqual([first, next])
    }
  })

  it.each([
    ['Europe/Berlin', ['2023-03-26T01:00Z', '2023-10-29T01:00Z'], [1, 2, 1]],
    // Its clock changes at half past five.
    ['America/St_Johns', ['2023-03-12T06:00Z', '2023-11-05T05:00Z'], [-3, -2, -3]],
    ['UTC', [], [0]],
  ])('knows the hours at which the clock of %s changes', (zone, moments, ahead) => {
    const [first, end] = [Date.parse('2023-01-01T00:10Z') / 1000, Date.parse('2023-12-31T00:00Z') / 1000]
    const from = [first, ...moments.map((moment) => Date.parse(moment) / 1000)]
    const expected = from.map((second, place) => ({ from: second, ahead: (ahead[place] ?? 0) * hour }))
    expect(zoneChanges(zone, first, end)).toEqual(expected)
  })

  it('takes in what comes to a day that was added up before', async () => {
    const database = await open()
    const calls = await fill(database)
    await rollUp(database, start + 100 * day)
    const late = settlement({ createdAt: start + 5 * day, username: 'dan', modelName: 'late', quota: 1000 })
    await database.settle([late])
    const chart = () => chartOf(database, {}, day)
    expect(await chart()).toEqual(expected([...calls, late], {}, day))
    await rollUp(database, start + 100 * day)
    expect(await chart()).toEqual(expected([...calls, late], {}, day))
    expect(await findBrokenInvariants(database)).toEqual([])
  })
})
