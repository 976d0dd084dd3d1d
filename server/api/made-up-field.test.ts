import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import type { TestClient, TestGateway } from '#testing/gateway.ts'
import type { TableBuilder } from '../db/migrations/table-builder.ts'

describe('a field of channels that is one entry and its migration', () => {
  eachDatabase((_engine, _open, openPlace) => {
    let gateway: TestGateway
    let root: TestClient
    beforeAll(async () => {
      vi.resetModules()
      // The entries. Everything that is drawn from the tables is read anew with them.
      vi.doMock('#contract/channel-fields.ts', async (original) => {
        const { channelColumns, channelSettings } = await original<typeof import('#contract/channel-fields.ts')>()
        const { madeUpColumn, madeUpSetting } = await import('#testing/made-up-field.ts')
        return {
          channelColumns: { ...channelColumns, ...madeUpColumn },
          channelSettings: { ...channelSettings, ...madeUpSetting },
        }
      })
      // What a column needs besides.
      vi.doMock('../db/migrations/index.ts', async (original) => {
        const { migrations } = await original<typeof import('../db/migrations/index.ts')>()
        const madeUp = ({ addColumn }: TableBuilder) => addColumn('channels', 'made_up', 'integer=0')
        return { migrations: { ...migrations, '9999-made-up': madeUp } }
      })
      const { startTestGateway } = await import('#testing/gateway.ts')
      gateway = await startTestGateway({ place: (await openPlace()).place })
      root = await gateway.asRoot()
    })
    afterAll(async () => {
      await gateway.close()
      vi.doUnmock('#contract/channel-fields.ts')
      vi.doUnmock('../db/migrations/index.ts')
      vi.resetModules()
    })

    const create = async (fields: object): Promise<number> => {
      const answer = await root.post('/api/channel/', { name: 'mine', key: 'sk-1', models: 'a', ...fields })
      if (!answer.success) throw new Error(answer.text)
      return answer.data.id
    }
    const read = async (id: number) => (await root.get(`/api/channel/${id}`)).data
    const inMemory = (id: number) => gateway.plane.domain.pool.find(id)

    it('is checked, stored, shown and read by the relay', async () => {
      const id = await create({ made_up: 4, setting: '{"made_up_way":true}' })
      expect(await read(id)).toMatchObject({ made_up: 4 })
      expect((await root.get('/api/channel/')).data.items[0]).toMatchObject({ made_up: 4 })
      expect(inMemory(id)).toMatchObject({ madeUp: 4, setting: { madeUpWay: true, forceFormat: false } })
      expect((await root.put('/api/channel/', { id, made_up: 10 })).message).toMatch(/made_up/)
      expect((await root.put('/api/channel/', { id, made_up: 5 })).success).toBe(true)
      expect(inMemory(id)).toMatchObject({ madeUp: 5, setting: { madeUpWay: true } })
      expect(await read(await create({}))).toMatchObject({ made_up: 0 })
    })

    it('is kept by copies and by edits of other fields, and set by a tag', async () => {
      const id = await create({ made_up: 4, setting: '{"made_up_way":true}', tag: 'eu' })
      const { data: copy } = await root.post(`/api/channel/copy/${id}`)
      expect(copy).toMatchObject({ made_up: 4, setting: '{"made_up_way":true}' })
      await root.put('/api/channel/', { id, weight: 3 })
      await root.put('/api/channel/tag', { tag: 'eu', priority: 3 })
      expect(await read(id)).toMatchObject({ made_up: 4, setting: '{"made_up_way":true}', weight: 3, priority: 3 })
      await root.put('/api/channel/tag', { tag: 'eu', made_up: 7 })
      expect([(await read(id)).made_up, (await read(copy.id)).made_up]).toEqual([7, 7])
      expect(await read(id)).toMatchObject({ setting: '{"made_up_way":true}', weight: 3, priority: 3 })
      expect((await root.put('/api/channel/tag', { tag: 'eu', made_up: -1 })).success).toBe(false)
    })

    it('stands among the calls that are described to clients', async () => {
      expect((await gateway.visitor().get('/api/openapi.json')).text).toContain('"made_up"')
    })
  })
})
