import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import type { TestClient, TestGateway } from '#testing/gateway.ts'
import { madeUpCard } from '#testing/made-up-vendor-card.ts'
import { addRelayChannel, addRelayToken, callRelay, priceModels } from '#testing/relay-client.ts'
import { chatAnswer, startVendor, type Vendor } from '#testing/vendor-server.ts'

describe('a vendor that is one file and one line', () => {
  eachDatabase((_engine, _open, openPlace) => {
    let vendor: Vendor
    let gateway: TestGateway
    let root: TestClient
    let key: string

    beforeAll(async () => {
      vendor = await startVendor(() => chatAnswer('Made up.'))
      vi.resetModules()
      // The one line. Everything that asks for a provider reads the list anew with it.
      vi.doMock('#providers/index.ts', async (original) => {
        const list = await original<typeof import('#providers/index.ts')>()
        const { madeUpVendor, madeUpCompatible } = await import('#testing/made-up-vendor.ts')
        const added = [madeUpVendor, madeUpCompatible]
        return {
          ...list,
          providers: [...list.providers, ...added],
          providerOf: (type: number) => added.find((each) => each.type === type) ?? list.providerOf(type),
        }
      })
      const { startTestGateway } = await import('#testing/gateway.ts')
      gateway = await startTestGateway({ place: (await openPlace()).place })
      root = await gateway.asRoot()
      await priceModels(root, ['made-1', 'made-2', 'plain-1'])
      key = (await addRelayToken(root)).key
    })
    afterAll(async () => {
      await gateway.close()
      await vendor.close()
      vi.doUnmock('#providers/index.ts')
      vi.resetModules()
    })

    const add = (fields: Record<string, unknown>) =>
      addRelayChannel(root, { type: madeUpCard.type, base_url: vendor.url, auto_ban: 0, ...fields })

    it('is told to the console with all that its form needs, in the language of whoever asks', async () => {
      const { data: cards } = await root.get('/api/providers')
      expect(cards).toContainEqual(madeUpCard)
      const zh = await root.get('/api/providers', { headers: { 'accept-language': 'zh-CN' } })
      expect(zh.data).toContainEqual({ ...madeUpCard, key_hint: '所有者|口令', other_label: '楼层' })
      const ru = await root.get('/api/providers', { headers: { 'accept-language': 'ru-RU, zh;q=0.5' } })
      expect(ru.data).toContainEqual({ ...madeUpCard, key_hint: 'Владелец|слово', other_label: 'Этаж' })
      expect(cards.map(({ name }: { name: string }) => name)).toContain('plainmadeup')
      expect((await root.get('/api/models')).data[madeUpCard.type]).toEqual(['made-1', 'made-2'])
    })

    it('is called with its key, its extra field as it is when nothing is said, and its organization', async () => {
      await add({ key: 'me|hush', models: 'made-1', openai_organization: 'guild-7' })
      const answer = await callRelay(gateway, key, { model: 'made-1' })
      expect([answer.status, answer.json.choices[0].message.content]).toEqual([200, 'Made up.'])
      expect(vendor.calls.at(-1)).toMatchObject({
        path: '/v1/chat/completions',
        headers: { 'x-owner': 'me', 'x-word': 'hush', 'x-floor': 'ground', 'x-guild': 'guild-7' },
      })
      await add({ type: 902, key: 'sk-plain', models: 'plain-1' })
      expect((await callRelay(gateway, key, { model: 'plain-1' })).status).toBe(200)
      expect(vendor.calls.at(-1)?.headers.authorization).toBe('Bearer sk-plain')
    })

    it('has its key taken for the document it is, and refused where it has another shape', async () => {
      await add({ key: 'one,two\nthree', models: 'made-2' })
      const before = vendor.calls.length
      const answer = await callRelay(gateway, key, { model: 'made-2' })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(vendor.calls).toHaveLength(before)
      const shared = { name: 'many', type: madeUpCard.type, models: 'made-2', key: '[{"a":1,"b":2},{"a":3}]' }
      expect((await root.post('/api/channel/batch/create', shared)).data.count).toBe(2)
    })
  })
})
