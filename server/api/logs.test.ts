import { beforeAll, describe, expect, it } from 'vitest'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import type { Settlement } from '../db/database.ts'

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
      isStream: true,
      content: '',
      other: JSON.stringify({ model_ratio: 1, admin_info: { use_channel: ['1'] } }),
      counted: true,
      logged: true,
    })

    it('show administrators everything', async () => {
      const { data } = await root.get('/api/log/?p=1&page_size=10&type=2')
      expect(data).toMatchObject({ page: 1, page_size: 10, total: 3 })
      expect(data.items[0]).toMatchObject({ channel_name: 'secret channel', is_stream: true, model_name: 'm' })
      expect(JSON.parse(data.items[0].other).admin_info.use_channel).toEqual(['1'])
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
        expect(text).not.toMatch(/secret channel|admin_info|use_channel/)
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
  })
})
