import { beforeAll, describe, expect, it } from 'vitest'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { settlement } from '#testing/rows.ts'
import { rollUp } from '../db/logs/log-store.ts'

const day = 86_400
const start = 1_700_006_400

type Part = { key: string; p50_ms?: number | null; p95_ms?: number | null }

describe('how long calls took', () => {
  eachGateway((gateway) => {
    let root: TestClient
    let user: TestClient
    let channels: number[]

    beforeAll(async () => {
      root = await gateway().asRoot()
      user = await gateway().asUser('caller')
      const add = async (name: string, type: number) =>
        (await root.post('/api/channel/', { name, type, key: 'k', models: 'm' })).data.id as number
      channels = [await add('one', 1), await add('two', 1), await add('three', 14)]
      // Ten calls each of a tenth of a second, of a second and of ten, and one that took long.
      const times = [100, 1000, 10_000].flatMap((ms) => Array.from({ length: 10 }, () => ms))
      await gateway().plane.database.settle(
        [...times, 100_000].map((durationMs, index) =>
          settlement({
            createdAt: start + index * 3600,
            userId: user.userId,
            username: 'caller',
            channelId: channels[Math.floor(index / 10)] ?? channels[2] ?? 0,
            modelName: index % 10 === 0 ? 'large' : 'small',
            durationMs,
          }),
        ),
      )
      await gateway().plane.database.settle([
        settlement({ createdAt: start, userId: user.userId, modelName: 'unknown', channelId: 999, durationMs: 0 }),
      ])
    })

    const range = `start_timestamp=${start}&end_timestamp=${start + 2 * day}`
    const parts = async (by: string, more = '', client = root, path = '/api/data/by') =>
      (await client.get(`${path}?${range}&by=${by}${more}`)).data
    const timesOf = ({ items }: { items: Part[] }) =>
      Object.fromEntries(items.map(({ key, p50_ms, p95_ms }) => [key, [p50_ms, p95_ms]]))

    /** The middles of the buckets that they lie in. */
    const [tenth, one, ten, long] = [110, 1101, 11_007, 110_069]

    it.each([
      ['nothing', 0],
      ['the first day', start + day + 7200],
      ['everything', start + 9 * day],
    ])('is told administrators by model, channel and vendor, with %s added up before', async (_what, now) => {
      await rollUp(gateway().plane.database, now)
      const whole = { p50_ms: one, p95_ms: ten }
      const byModel = await parts('model')
      expect(byModel.total).toMatchObject(whole)
      expect(timesOf(byModel)).toEqual({ small: [one, ten], large: [one, long], unknown: [null, null] })
      const byChannel = await parts('channel')
      expect(byChannel.total).toMatchObject(whole)
      const [first, second, third] = channels
      expect(timesOf(byChannel)).toEqual({
        ...{ [String(first)]: [tenth, tenth], [String(second)]: [one, one], [String(third)]: [ten, long] },
        999: [null, null],
      })
      const byVendor = await parts('vendor')
      expect(byVendor.total).toMatchObject(whole)
      expect(timesOf(byVendor)).toEqual({ 1: [tenth, one], 14: [ten, long], 0: [null, null] })
      // Of those that are not listed too.
      expect((await parts('channel', '&limit=1')).total).toMatchObject(whole)
    })

    it('is told of the range alone', async () => {
      const { data } = await root.get(
        `/api/data/by?by=model&start_timestamp=${start + 30 * 3600}&end_timestamp=${start + day * 2}`,
      )
      expect(timesOf(data)).toEqual({ large: [long, long] })
      const none = await root.get(`/api/data/by?start_timestamp=${start + 9 * day}&end_timestamp=${start + 10 * day}`)
      expect(none.data.total).toMatchObject({ p50_ms: null, p95_ms: null })
    })

    it('is told of one channel beside its chart, and never of a user', async () => {
      const chart = async (query: string, client = root, path = '/api/data/') =>
        JSON.parse((await client.get(`${path}?${range}&${query}`)).text)
      expect(await chart(`channel=${channels[2]}`)).toMatchObject({ p50_ms: ten, p95_ms: long })
      expect(await chart('channel=12345')).toMatchObject({ p50_ms: null, p95_ms: null })
      const untold = [
        await chart(''),
        await chart(`channel=${channels[2]}&username=caller`),
        await chart(`channel=${channels[2]}`, user, '/api/data/self'),
        await parts('user'),
        await parts('token'),
        await parts('group'),
        await parts('model', '&username=caller'),
        await parts('model', '', user, '/api/data/self/by'),
      ]
      for (const answer of untold) {
        expect(JSON.stringify(answer)).toMatch(/"quota":/)
        expect(JSON.stringify(answer)).not.toContain('_ms')
      }
    })
  })
})
