import { expect, it } from 'vitest'
import { usageMeasures } from '#contract/usage-parts.ts'
import { eachDatabase } from '#testing/database.ts'
import { addAccounts, settlement } from '#testing/rows.ts'
import type { Database } from '../database.ts'
import { insertLog, type LogFilter, type LoggedPart, readBreakdown, rollUp } from './log-store.ts'

const hour = 3600
const day = 24 * hour
/** A Monday. */
const start = 1_699_833_600
const days = 40

const fill = async (database: Database) => {
  await addAccounts(database.query, 4)
  const calls = Array.from({ length: 500 }, (_, index) => {
    const user = 1 + (index % 4)
    return settlement({
      createdAt: start + Math.floor((index / 500) * days * day) + 17,
      userId: user,
      username: `user ${user}`,
      tokenId: 10 + (index % 6),
      tokenName: `token ${index % 6}`,
      channelId: 1 + (index % 3),
      modelName: ['model 0', 'model "1"', 'model\\2', 'modèle 4'][(index * 7) % 4] ?? '',
      group: index % 5 === 0 ? 'vip' : 'default',
      quota: index * (index % 11),
      logged: index % 7 !== 0,
    })
  })
  await database.settle(calls)
  await insertLog(database.query, {
    ...{ created_at: start + 100, user_id: 1, username: 'user 1', content: '', other: '', quota: 7, type: 1 },
  })
  return calls
}

type Calls = Awaited<ReturnType<typeof fill>>
type Call = Calls[number]

const keyOf: Record<LoggedPart, (call: Call) => string> = {
  model: ({ modelName }) => modelName,
  token: ({ tokenId }) => String(tokenId),
  group: ({ group }) => group,
  user: ({ userId }) => String(userId),
  channel: ({ channelId }) => String(channelId),
}

/** The same without any help. */
const sumsOf = (calls: Calls, filter: LogFilter, from: number, until: number, by: LoggedPart) => {
  const sums = new Map<string, { quota: number; count: number; token_used: number }>()
  for (const call of calls) {
    const at = call.createdAt - (call.createdAt % hour)
    if (at < from || at > until || (filter.username && filter.username !== call.username)) continue
    const key = keyOf[by](call)
    const sum = sums.get(key) ?? { quota: 0, count: 0, token_used: 0 }
    sum.quota += call.quota
    sum.count += 1
    sum.token_used += call.promptTokens + call.completionTokens
    sums.set(key, sum)
  }
  return sums
}

const none = { quota: 0, count: 0, token_used: 0 }
const wholeOf = (sums: ReturnType<typeof sumsOf>) =>
  [...sums.values()].reduce(
    (whole, sum) => ({
      quota: whole.quota + sum.quota,
      count: whole.count + sum.count,
      token_used: whole.token_used + sum.token_used,
    }),
    none,
  )

const ranges = [
  [start + 20 * day, start + 30 * day - 1],
  [start + 15 * day + 5 * hour + 1, start + 20 * day + 2 * hour + 7],
  [start + 38 * day, start + 40 * day + 3 * hour],
  // Nothing any more, but something before; and neither.
  [start + 41 * day, start + 60 * day],
  [start + 400 * day, start + 401 * day],
] as const

eachDatabase((_engine, open) => {
  it.each([
    ['nothing', 0],
    ['some days', start + 25 * day + 5 * hour],
    ['everything', start + 100 * day],
  ])(
    'tells who and what cost most, and what it was before, to the unit, with %s added up before',
    async (_what, now) => {
      const database = await open()
      const calls = await fill(database)
      await rollUp(database, now)
      let asked = 0
      for (const [from, until] of ranges) {
        const first = Math.ceil(from / hour) * hour
        const length = until - (until % hour) + hour - first
        for (const filter of [{}, { username: 'user 2' }]) {
          for (const by of ['model', 'token', 'group', 'user', 'channel'] as const) {
            const sums = sumsOf(calls, filter, first, until, by)
            const before = sumsOf(calls, filter, first - length, first - 1, by)
            asked += 1
            const measure = usageMeasures[asked % usageMeasures.length] ?? 'quota'
            const range = { ...filter, start_timestamp: from, end_timestamp: until }
            const found = await readBreakdown(database.query, range, { by, measure, limit: 3 })
            const wanted = [...sums]
              .map(([key, sum]) => ({ key, ...sum, before: before.get(key) ?? none }))
              .sort((one, other) => other[measure] - one[measure] || (one.key < other.key ? -1 : 1))
            const question = JSON.stringify({ from, filter, by, measure })
            expect(found, question).toMatchObject({
              items: wanted.slice(0, 3),
              parts: wanted.length,
              total: wholeOf(sums),
              before: wholeOf(before),
            })
          }
        }
      }
    },
  )

  it('names users and tokens, and whose a token is', async () => {
    const database = await open()
    await fill(database)
    const range = { start_timestamp: start, end_timestamp: start + days * day }
    const [user] = (await readBreakdown(database.query, range, { by: 'user', measure: 'count', limit: 1 })).items
    expect(user).toMatchObject({ key: '1', name: 'user 1', username: '' })
    const { items } = await readBreakdown(database.query, range, { by: 'token', measure: 'count', limit: 9 })
    expect(items.map(({ key, name }) => [key, name])).toContainEqual(['12', 'token 2'])
    expect(items.every(({ username }) => /^user \d$/.test(username))).toBe(true)
  })
})
