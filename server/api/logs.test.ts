import { beforeAll, describe, expect, it } from 'vitest'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { timesAsMuch } from '#testing/timing.ts'
import { insertLog } from '../db/logs/log-store.ts'
import type { Settlement } from '../db/settling/settlement.ts'

type Log = { request_id: string | null; content: string }

const day = 86_400
/** A second of the past in whose hour nothing else was. */
const longAgo = 1_700_000_000

const twice = (figures: Record<string, number>) =>
  Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, 2 * figure]))

describe('logs', () => {
  eachGateway((gateway) => {
    let root: TestClient
    let user: TestClient
    beforeAll(async () => {
      root = await gateway().asRoot()
      user = await gateway().asUser('caller')
      const { data: channel } = await root.post('/api/channel/', { name: 'secret channel', key: 'k', models: 'm' })
      await gateway().plane.database.settle([
        settlement('one', user.userId, channel.id, 30),
        settlement('two', user.userId, channel.id, 12),
        settlement('three', 1, channel.id, 5),
      ])
    })

    const settlement = (requestId: string, userId: number, channelId: number, quota: number): Settlement => ({
      requestId,
      createdAt: Math.floor(Date.now() / 1000),
      userId,
      username: userId === 1 ? 'root' : 'caller',
      tokenId: 0,
      tokenName: 'key',
      channelId,
      modelName: 'm',
      group: 'default',
      quota,
      promptTokens: 3,
      completionTokens: 4,
      useTime: 1,
      durationMs: 0,
      isStream: true,
      content: '',
      other: JSON.stringify({ model_ratio: 1, admin_info: { use_channel: ['99', '1'], attempts: [] } }),
      counted: true,
      logged: true,
    })

    it('show administrators everything', async () => {
      const { data } = await root.get('/api/log/?p=1&page_size=10&type=2')
      expect(data).toMatchObject({ page: 1, page_size: 10, total: 3 })
      expect(data.items[0]).toMatchObject({ channel_name: 'secret channel', is_stream: true, model_name: 'm' })
      expect(JSON.parse(data.items[0].other).admin_info.use_channel).toEqual(['99', '1'])
      // One of them is gone.
      expect(data.items[0].channel_names).toEqual({ 1: 'secret channel' })
      expect((await root.get('/api/log/?username=caller&type=2')).data.total).toBe(2)
      expect((await root.get('/api/log/stat?username=caller')).data).toEqual({
        quota: 42,
        prompt_tokens: 6,
        completion_tokens: 8,
        rpm: 2,
        tpm: 14,
      })
    })

    it('T15: show users their own rows, and nothing of the channels', async () => {
      for (const path of ['/api/log/self/', '/api/log/self?username=root&channel=1&user_id=1']) {
        const { data, text } = await user.get(path)
        expect(data.total).toBe(2)
        expect(text).not.toMatch(/secret channel|admin_info|use_channel|channel_names/)
        expect(data.items.map(({ channel, user_id }: Record<string, number>) => [channel, user_id])).toEqual([
          [0, user.userId],
          [0, user.userId],
        ])
      }
      expect((await user.get('/api/log/self/stat?username=root')).data).toEqual({
        quota: 42,
        prompt_tokens: 6,
        completion_tokens: 8,
        rpm: 2,
        tpm: 14,
      })
    })

    it('narrow by everything the list can be narrowed by', async () => {
      const { database, channelId } = await fillMore()
      await insertLog(database.query, {
        ...{ created_at: longAgo + 5, user_id: user.userId, username: 'caller', content: 'paid', other: '' },
        ...{ type: 1, quota: 500 },
      })
      const within = `start_timestamp=${longAgo}&end_timestamp=${longAgo + 100}`
      const found = async (query: string, client = root, path = '/api/log/') =>
        (await client.get(`${path}?${within}&${query}`)).data.items.map((row: Log) => row.request_id ?? row.content)
      expect(await found('')).toEqual(['other', 'paid', 'more-2', 'more-1'])
      expect(await found('type=1')).toEqual(['paid'])
      expect(await found('type=2')).toEqual(['other', 'more-2', 'more-1'])
      expect(await found('username=caller')).toEqual(['paid', 'more-2', 'more-1'])
      expect(await found('token_name=phone')).toEqual(['more-2'])
      expect(await found('model_name=n')).toEqual(['more-2'])
      expect(await found('group=vip')).toEqual(['more-1'])
      expect(await found(`channel=${channelId}`)).toEqual(['more-2', 'more-1'])
      expect(await found('channel=999')).toEqual(['other'])
      const { items, total } = (await root.get(`/api/log/?start_timestamp=${longAgo + 1}&end_timestamp=${longAgo + 5}`))
        .data
      expect([items.length, total]).toEqual([2, 2])
      const own = (query: string) => found(query, user, '/api/log/self/')
      expect(await own('')).toEqual(['paid', 'more-2', 'more-1'])
      expect(await own('type=2&group=vip')).toEqual(['more-1'])
      expect(await own('token_name=phone&model_name=n')).toEqual(['more-2'])
      const stat = (await root.get(`/api/log/stat?${within}&type=1&username=caller`)).data
      expect(stat).toMatchObject({ quota: 30, prompt_tokens: 6, completion_tokens: 8 })
    })

    it('find the call that an answer named: any for administrators, the own ones for users', async () => {
      const ids = async (client: TestClient, path: string, id: string) =>
        (await client.get(`${path}?request_id=${id}`)).data.items.map((row: Log) => row.request_id)
      expect(await ids(root, '/api/log/', 'one')).toEqual(['one'])
      expect(await ids(root, '/api/log/', 'on')).toEqual([])
      expect(await ids(user, '/api/log/self/', 'one')).toEqual(['one'])
      expect(await ids(user, '/api/log/self/', 'three')).toEqual([])
      expect((await root.get('/api/log/stat?request_id=one')).data).toEqual({
        ...{ quota: 30, prompt_tokens: 3, completion_tokens: 4, rpm: 1, tpm: 7 },
      })
      expect((await user.get('/api/log/self/stat?request_id=three')).data.quota).toBe(0)
      expect((await root.get('/api/log/export?format=jsonl&request_id=two')).text.trim().split('\n')).toHaveLength(1)
      expect((await user.get('/api/log/self/export?request_id=three')).text.trim().split('\n')).toHaveLength(1)
    })

    it('tell the latest rows of a token to its owner alone', async () => {
      const { data: token } = await user.post('/api/token/', { name: 'of mine', unlimited_quota: true })
      const { key, id } = token
      await gateway().plane.database.settle([{ ...settlement('of-token', user.userId, 1, 3), tokenId: id }])
      const rows = (await user.get(`/api/log/token?key=sk-${key}`)).data
      expect(rows).toMatchObject([{ request_id: 'of-token', channel: 0, other: '{"model_ratio":1}' }])
      expect((await root.get(`/api/log/token?key=${key}`)).code).toBe('token_missing')
    })

    it('add up to charts, by hour, day or week, of everybody or of one', async () => {
      await fillMore()
      const range = `start_timestamp=${longAgo - (longAgo % day)}&end_timestamp=${longAgo + day}`
      const chart = async (query: string, client = root, path = '/api/data/') =>
        (await client.get(`${path}?${range}&${query}`)).data
      const hour = longAgo - (longAgo % 3600)
      const other = { prompt_tokens: 3, completion_tokens: 4, token_used: 7, count: 1 }
      expect(await chart('')).toEqual([
        { user_id: 0, username: '', model_name: 'm', created_at: hour, quota: 30, ...twice(other) },
        { user_id: 0, username: '', model_name: 'n', created_at: hour, quota: 20, ...other },
      ])
      expect(await chart('username=caller&default_time=day')).toMatchObject([
        { user_id: 0, username: 'caller', model_name: 'm', created_at: longAgo - (longAgo % day), quota: 10 },
        { model_name: 'n', quota: 20 },
      ])
      const frameOf = async (query: string) => JSON.parse((await root.get(`/api/data/?${range}&${query}`)).text).frame
      const times = { start: longAgo - (longAgo % day), end: longAgo + day }
      const asked = 'default_time=day&zone=Asia/Kolkata'
      expect(await frameOf(asked)).toEqual({ ...times, step: 'day', zone: 'Asia/Kolkata' })
      // A browser may know a zone that this machine does not.
      expect(await frameOf('zone=Mars/Olympus')).toEqual({ ...times, step: 'hour', zone: 'UTC' })
      const [week] = await chart('default_time=week')
      expect(new Date(week.created_at * 1000).getUTCDay()).toBe(1)
      expect(await chart('username=root', user, '/api/data/self')).toMatchObject([
        { user_id: user.userId, username: 'caller', model_name: 'm', quota: 10 },
        { user_id: user.userId, username: 'caller', model_name: 'n', quota: 20 },
      ])
    })

    it('keep charts short: an own one spans 30 days at most, a long one comes by the day', async () => {
      const end = Math.floor(Date.now() / 1000)
      const days = (count: number) => `start_timestamp=${end - count * day}&end_timestamp=${end}`
      expect((await user.get(`/api/data/self?${days(30)}`)).success).toBe(true)
      const refused = await user.get(`/api/data/self?${days(31)}`)
      expect([refused.status, refused.code]).toEqual([200, 'usage_range_too_long'])
      expect((await user.get('/api/data/self')).code).toBe('usage_range_too_long')
      expect((await user.get(`/api/data/?${days(1)}`)).code).toBe('role_insufficient')
      const long = (await root.get(`/api/data/?${days(60)}&default_time=hour`)).data
      expect(long.length).toBeGreaterThan(0)
      expect(long.every((point: { created_at: number }) => point.created_at % day === 0)).toBe(true)
      expect((await root.get('/api/data/?default_time=minute')).success).toBe(false)
      // Day by day to the last year that clocks know would keep everybody else waiting for seconds.
      const ask = async (query: string) => expect((await root.get(`/api/data/?${query}`)).success).toBe(true)
      const ratio = await timesAsMuch(
        () => ask('end_timestamp=253402300799'),
        () => ask(days(60)),
      )
      expect(ratio).toBeLessThan(20)
    })

    it('tell who and what costs most: everybody’s to administrators, the own ones to users, no longer than a chart', async () => {
      await fillMore()
      const range = `start_timestamp=${longAgo - (longAgo % day)}&end_timestamp=${longAgo + day}`
      const parts = async (query: string, client = root, path = '/api/data/by') =>
        (await client.get(`${path}?${range}&${query}`)).data
      const names = ({ items }: { items: { key: string; name: string; quota: number }[] }) =>
        items.map(({ key, name, quota }) => [name || key, quota])
      const whole = { quota: 50, count: 3, token_used: 21 }
      expect(await parts('')).toMatchObject({ total: whole, parts: 2, before: { quota: 0, count: 0, token_used: 0 } })
      expect(names(await parts('by=model'))).toEqual([
        ['m', 30],
        ['n', 20],
      ])
      expect(names(await parts('by=user&limit=1'))).toEqual([['caller', 30]])
      const channel = (await root.get('/api/channel/?p=1&page_size=10')).data.items[0]
      expect(names(await parts('by=channel&username=caller'))).toEqual([[channel.name, 30]])
      const vendors = await parts('by=vendor')
      expect(vendors.total).toMatchObject(whole)
      expect(names(vendors)).toContainEqual(['OpenAI', 30])
      expect(names(await parts('by=token&username=root', user, '/api/data/self/by')).length).toBeGreaterThan(0)
      expect((await parts('username=root', user, '/api/data/self/by')).total).toMatchObject({ quota: 30 })
      expect((await user.get(`/api/data/self/by?${range}&by=channel`)).success).toBe(false)
      expect((await user.get(`/api/data/by?${range}`)).code).toBe('role_insufficient')
      expect((await user.get('/api/data/self/by')).code).toBe('usage_range_too_long')
    })

    /** Rows from long before the others, told apart by what lists are narrowed by. */
    const fillMore = async () => {
      const { database } = gateway().plane
      const channelId = (await root.get('/api/channel/?p=1&page_size=10')).data.items[0].id
      const row = (requestId: string, fields: Partial<Settlement>) => ({
        ...settlement(requestId, user.userId, channelId, 10),
        createdAt: longAgo,
        ...fields,
      })
      await database.settle([
        row('more-1', { group: 'vip' }),
        row('more-2', { createdAt: longAgo + 1, tokenName: 'phone', modelName: 'n', quota: 20 }),
        row('other', { createdAt: longAgo + 9, userId: 1, username: 'root', channelId: 999, quota: 20 }),
      ])
      return { database, channelId }
    }

    it('of one token are told apart from those of another of its name, for its user and for administrators', async () => {
      const name = 'twin'
      const user = await gateway().asUser('twins')
      const made = [await user.post('/api/token/', { name }), await user.post('/api/token/', { name })]
      const [first, second] = made.map(({ data }) => data.id)
      await gateway().plane.database.settle([
        { ...settlement('of first', user.userId, 1, 1), tokenId: first, tokenName: name },
        { ...settlement('of second', user.userId, 1, 2), tokenId: second, tokenName: name },
      ])
      const found = async (client: TestClient, path: string) =>
        (await client.get(path)).data.items.map(({ request_id }: Log) => request_id)
      expect(await found(user, `/api/log/self/?token_id=${first}`)).toEqual(['of first'])
      expect(await found(root, `/api/log/?token_id=${second}`)).toEqual(['of second'])
      expect((await root.get(`/api/log/stat?token_id=${second}`)).data.quota).toBe(2)
      const now = Math.floor(Date.now() / 1000)
      const chart = async (client: TestClient, token: number) =>
        (await client.get(`/api/data/self?start_timestamp=${now - 2 * day}&end_timestamp=${now}&token_id=${token}`))
          .data
      expect(await chart(user, first)).toMatchObject([{ user_id: user.userId, quota: 1, count: 1 }])
      expect(await chart(user, second)).toMatchObject([{ quota: 2, count: 1 }])
      expect((await root.get(`/api/log/export?token_id=${first}`)).text.match(/of (first|second)/g)).toEqual([
        'of first',
      ])
      expect(await found(root, '/api/log/?token_id=999999')).toEqual([])
      const other = await gateway().asUser('stranger')
      expect(await found(other, `/api/log/self/?token_id=${first}`)).toEqual([])
      expect(await chart(other, first)).toEqual([])
    })
  })
})
