import { beforeAll, describe, expect, it } from 'vitest'
import type { PricedModel } from '#contract/models.ts'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { createMovableClock } from '#testing/movable-clock.ts'

const clock = createMovableClock()

describe('the price list', () => {
  eachGateway(
    (gateway) => {
      let root: TestClient
      const put = (key: string, value: unknown) =>
        root.put('/api/option/', { key, value: typeof value === 'string' ? value : JSON.stringify(value) })
      const addChannel = (fields: object) =>
        root.post('/api/channel/', {
          name: 'upstream',
          type: 1,
          key: 'sk-1',
          base_url: 'http://127.0.0.1:9',
          ...fields,
        })
      const listOf = async (client: TestClient) => {
        const answer = await client.get('/api/pricing')
        const body = JSON.parse(answer.text)
        const models: PricedModel[] = body.data
        return { ...body, names: models.map((each) => each.model_name), of: (name: string) => byName(models, name) }
      }

      beforeAll(async () => {
        root = await gateway().asRoot()
        await put('GroupRatio', { default: 1, vip: 0.5, hidden: 3 })
        await put('UserUsableGroups', { default: 'For everyone', vip: 'For friends' })
        await put('ModelRatio', { 'gpt-4o': 1.25, 'claude-sonnet-4': 1.5 })
        await put('CompletionRatio', { 'gpt-4o': 4 })
        await put('CacheRatio', { 'gpt-4o': 0.5 })
        await put('ModelPrice', { 'dall-e-3': 0.04 })
        await addChannel({ models: 'gpt-4o,dall-e-3,nobody-priced-this', group: 'default,vip' })
        await addChannel({ models: 'claude-sonnet-4', group: 'vip', model_prefix: 'fast/' })
        await addChannel({ models: 'secret-model', group: 'hidden' })
      })

      it('is shown to visitors: the models and ratios of the groups that are open to all', async () => {
        const list = await listOf(gateway().visitor())
        expect(list.success).toBe(true)
        expect(list.names).toEqual(['gpt-4o', 'fast/claude-sonnet-4', 'nobody-priced-this', 'dall-e-3'])
        expect(list.group_ratio).toEqual({ default: 1, vip: 0.5 })
        expect(list.usable_group).toEqual({ default: 'For everyone', vip: 'For friends' })
        expect(list.of('gpt-4o')).toMatchObject({
          quota_type: 0,
          model_ratio: 1.25,
          completion_ratio: 4,
          cache_ratio: 0.5,
          model_price: 0,
          enable_groups: ['default', 'vip'],
          priced: true,
        })
        expect(list.of('dall-e-3')).toMatchObject({
          quota_type: 1,
          model_price: 0.04,
          model_ratio: 0,
          completion_ratio: 0,
          supported_endpoint_types: ['image-generation'],
        })
        const [type = ''] = list.of('gpt-4o').supported_endpoint_types
        expect(list.supported_endpoint[type]).toEqual({ path: '/v1/chat/completions', method: 'POST' })
      })

      it('prices a model with a prefix by the name behind it', async () => {
        const list = await listOf(gateway().visitor())
        expect(list.of('fast/claude-sonnet-4')).toMatchObject({
          model_ratio: 1.5,
          enable_groups: ['vip'],
          priced: true,
        })
      })

      it('names the maker of a model as its reader does, beside the name that is the same for all', async () => {
        const made = await addChannel({ models: 'hunyuan-lite', group: 'vip' })
        const read = async (language: string): Promise<PricedModel[]> => {
          const headers = { 'accept-language': language }
          return JSON.parse((await gateway().visitor().get('/api/pricing', { headers })).text).data
        }
        expect(byName(await read('zh'), 'hunyuan-lite')).toMatchObject({
          owner_by: 'Tencent Hunyuan',
          owner_name: '腾讯混元',
        })
        expect(byName(await read('zh'), 'gpt-4o')).not.toHaveProperty('owner_name')
        expect(byName(await read('en'), 'hunyuan-lite')).not.toHaveProperty('owner_name')
        expect(byName(await read('ja, zh;q=0.5'), 'hunyuan-lite')).not.toHaveProperty('owner_name')
        await root.remove(`/api/channel/${made.data.id}`)
      })

      it('marks what nobody has priced', async () => {
        const list = await listOf(gateway().visitor())
        expect(list.of('nobody-priced-this')).toMatchObject({ priced: false, quota_type: 0, owner_by: '' })
        expect(list.accepts_unpriced).toBe(false)
      })

      it('tells those who may call it all the same what it costs them', async () => {
        const acceptor = await gateway().asUser('acceptor')
        expect((await listOf(acceptor)).accepts_unpriced).toBe(false)
        await acceptor.put('/api/user/setting', { accept_unset_model_ratio_model: true })
        const list = await listOf(acceptor)
        expect(list.accepts_unpriced).toBe(true)
        expect(list.of('nobody-priced-this')).toMatchObject({ priced: false, model_ratio: 37.5 })
        await put('SelfUseModeEnabled', true)
        const own = await listOf(gateway().visitor())
        expect([own.accepts_unpriced, own.of('nobody-priced-this').priced, own.of('gpt-4o').priced]).toEqual([
          true,
          false,
          true,
        ])
        await put('SelfUseModeEnabled', false)
      })

      it('follows the options and the channels at once', async () => {
        await put('ModelPrice', { 'dall-e-3': 0.08 })
        expect((await listOf(gateway().visitor())).of('dall-e-3').model_price).toBe(0.08)
        const { data } = await addChannel({ models: 'gpt-4o-new', group: 'default' })
        expect((await listOf(gateway().visitor())).names).toContain('gpt-4o-new')
        await root.put('/api/channel/', { id: data.id, status: 2 })
        expect((await listOf(gateway().visitor())).names).not.toContain('gpt-4o-new')
      })

      it('shows a member the own group too, at what members pay', async () => {
        const member = await gateway().asUser('member')
        await root.put('/api/user/', { id: member.userId, group: 'hidden' })
        await put('GroupGroupRatio', { hidden: { vip: 0.1 } })
        const list = await listOf(member)
        expect(list.names).toContain('secret-model')
        expect(list.group_ratio).toEqual({ default: 1, vip: 0.1, hidden: 3 })
        expect(list.usable_group.hidden).toBe('Account group')
        expect((await member.get('/api/user/self/groups')).data.vip.ratio).toBe(0.1)
        await put('GroupGroupRatio', {})
      })
    },
    undefined,
    clock,
  )
})

const byName = (models: readonly PricedModel[], name: string): PricedModel => {
  const found = models.find((model) => model.model_name === name)
  if (found === undefined) throw new Error(`no ${name} in the list`)
  return found
}
