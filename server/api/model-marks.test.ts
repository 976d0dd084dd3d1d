import { beforeAll, describe, expect, it } from 'vitest'
import { eachGateway, type TestClient, userPassword } from '#testing/gateway.ts'
import { settlement } from '#testing/rows.ts'

type Marked = { key: string; model_name: string; model: string; mark?: string }

const marksOf = <Name extends 'key' | 'model_name' | 'model'>(items: Marked[], name: Name) =>
  Object.fromEntries(items.map((item) => [item[name], item.mark]))

describe('the mark of whoever makes a model', () => {
  eachGateway((gateway) => {
    let root: TestClient
    let user: TestClient
    const models = ['gpt-4o-mini', 'mine/claude-sonnet-4-5', 'nobodys-own']

    beforeAll(async () => {
      root = await gateway().asRoot()
      user = await gateway().asUser('caller')
      const add = async (type: number) =>
        (await root.post('/api/channel/', { name: `of ${type}`, type, key: 'k', models: models.join(',') })).data.id
      const channels = [await add(1), await add(14), 999]
      const createdAt = Math.floor(Date.now() / 1000) - 60
      await gateway().plane.database.settle(
        models.map((modelName, place) =>
          settlement({
            ...{ createdAt, userId: user.userId, username: 'caller', modelName, channelId: channels[place] ?? 0 },
          }),
        ),
      )
      await root.post('/api/user/manage', { id: user.userId, action: 'disable', tell: true })
      await root.post('/api/user/manage', { id: user.userId, action: 'enable', tell: true })
      user = await gateway().signIn('caller', userPassword)
    })

    const expected = { 'gpt-4o-mini': 'openai', 'mine/claude-sonnet-4-5': 'anthropic', 'nobodys-own': '' }

    it('stands in the rows of the log, everybody’s and one’s own, and in none that tells of no model', async () => {
      for (const { data } of [await root.get('/api/log/?type=2'), await user.get('/api/log/self?type=2')]) {
        expect(marksOf(data.items, 'model_name')).toEqual(expected)
      }
      const acts = (await user.get('/api/log/self?type=3')).data.items
      expect(acts.length).toBeGreaterThan(0)
      for (const act of acts) expect(act).not.toHaveProperty('mark')
    })

    it('stands with what models and vendors cost, and with nothing else that is added up', async () => {
      const by = async (part: string) => (await root.get(`/api/data/by?by=${part}`)).data.items
      expect(marksOf(await by('model'), 'key')).toEqual(expected)
      expect(marksOf(await by('vendor'), 'key')).toEqual({ 1: 'openai', 14: 'anthropic', 0: undefined })
      for (const part of ['channel', 'user', 'token', 'group']) {
        for (const item of await by(part)) expect(item).not.toHaveProperty('mark')
      }
    })

    it('stands with how the models are doing', async () => {
      expect(marksOf((await root.get('/api/model_status')).data.models, 'model')).toEqual(expected)
    })
  })
})
