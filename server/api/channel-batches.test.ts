import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { listAudit } from '../db/audit.ts'

describe('many channels at once', () => {
  eachGateway((gateway) => {
    let root: TestClient
    beforeAll(async () => {
      root = await gateway().asRoot()
    })
    beforeEach(async () => {
      const ids = (await list()).map(({ id }) => id)
      if (ids.length > 0) await root.post('/api/channel/batch', { ids })
    })

    const list = async (): Promise<{ id: number; [name: string]: unknown }[]> =>
      (await root.get('/api/channel/?page_size=100&id_sort=true')).data.items
    const create = async (fields: object = {}): Promise<number> => {
      const answer = await root.post('/api/channel/', { name: 'first', key: 'sk-secret', models: 'a,b', ...fields })
      if (!answer.success) throw new Error(answer.text)
      return answer.data.id
    }
    const serving = (model: string, group = 'default') =>
      gateway()
        .plane.domain.pool.candidates(group, model)
        .map(({ id }) => id)
    const lastActs = async (count: number) =>
      (await listAudit(gateway().plane.database.query, { page: 1, pageSize: count })).items.map(
        ({ action, target }) => `${action} ${target}`,
      )

    it('are deleted by their ids, those that are not there passed over', async () => {
      const [one, two, three] = [await create(), await create(), await create()]
      expect(await root.post('/api/channel/batch', { ids: [one, two, 999_999] })).toMatchObject({
        success: true,
        data: 2,
      })
      expect(serving('a')).toEqual([three])
      expect((await list()).map(({ id }) => id)).toEqual([three])
      expect((await root.post('/api/channel/batch', { ids: [] })).code).toBe('input_invalid')
      expect(await lastActs(1)).toEqual([`channel.delete channel:${one} channel:${two}`])
    })

    it('are deleted when they are disabled, with everything they served', async () => {
      const [one, two, three] = [await create(), await create(), await create()]
      await root.put('/api/channel/', { id: one, status: 2 })
      await gateway().plane.database.query.updateTable('channels').set({ status: 3 }).where('id', '=', two).execute()
      expect((await root.remove('/api/channel/disabled')).data).toBe(2)
      expect((await list()).map(({ id }) => id)).toEqual([three])
      expect(serving('a')).toEqual([three])
      expect((await root.remove('/api/channel/disabled')).data).toBe(0)
    })

    it('are deleted for a reason that the audit keeps', async () => {
      const [one, two, three, four] = [await create(), await create(), await create(), await create()]
      await root.post('/api/channel/batch', { ids: [one], reason: ' the contract ended ' })
      await root.put('/api/channel/', { id: two, status: 2 })
      expect((await root.remove('/api/channel/disabled?reason=too%20old')).data).toBe(1)
      expect((await root.remove(`/api/channel/${three}?reason=doubled`)).success).toBe(true)
      expect((await root.remove(`/api/channel/${four}`)).success).toBe(true)
      const { items } = (await root.get('/api/audit/?action=channel.delete&page_size=4')).data
      const told = items.map(({ target, after }: { target: string; after: string }) => [target, after])
      expect(told).toEqual([
        [`channel:${four}`, ''],
        [`channel:${three}`, '{"reason":"doubled"}'],
        [`channel:${two}`, '{"reason":"too old"}'],
        [`channel:${one}`, '{"reason":"the contract ended"}'],
      ])
      const tooLong = { ids: [one], reason: 'x'.repeat(201) }
      expect((await root.post('/api/channel/batch', tooLong)).code).toBe('input_invalid')
    })

    it('get a tag, and lose it again', async () => {
      const [one, two] = [await create(), await create()]
      expect((await root.post('/api/channel/batch/tag', { ids: [one, two], tag: ' eu ' })).data).toBe(2)
      expect((await list()).map(({ tag }) => tag)).toEqual(['eu', 'eu'])
      expect((await root.post('/api/channel/batch/tag', { ids: [one], tag: null })).data).toBe(1)
      expect((await list()).map(({ tag }) => tag)).toEqual(['eu', ''])
      expect((await root.post('/api/channel/batch/tag', { ids: [one], tag: 'a\r\nb' })).code).toBe('input_invalid')
    })

    it('are disabled and enabled by their ids, those that are not there passed over', async () => {
      const [one, two, other] = [await create(), await create(), await create()]
      expect((await root.post('/api/channel/batch/disabled', { ids: [one, two, 999_999] })).data).toEqual([one, two])
      expect(serving('a')).toEqual([other])
      expect((await root.post('/api/channel/batch/enabled', { ids: [one, two, 999_999] })).data).toEqual([one, two])
      expect(serving('a')).toEqual([one, two, other])
      expect(await lastActs(2)).toEqual([
        `channel.enable channel:${one} channel:${two}`,
        `channel.disable channel:${one} channel:${two}`,
      ])
    })

    it('tell which of them were switched, so that nothing else is switched back', async () => {
      const [one, two, three, four] = [await create(), await create(), await create(), await create()]
      const switchTo = async (kind: string, ids: number[]) =>
        (await root.post(`/api/channel/batch/${kind}`, { ids })).data
      await switchTo('disabled', [two])
      const { query } = gateway().plane.database
      await query.updateTable('channels').set({ status: 3 }).where('id', '=', three).execute()
      expect(await switchTo('disabled', [one, two, three, four])).toEqual([one, four])
      expect((await root.get(`/api/channel/${three}`)).data.status).toBe(2)
      expect(await switchTo('disabled', [one, two])).toEqual([])
      expect(await switchTo('enabled', [one, four])).toEqual([one, four])
      expect(await switchTo('enabled', [one, two])).toEqual([two])
    })

    it('are given values where they have others, keep all else, and tell what they had', async () => {
      const one = await create({ priority: 1, tag: 'eu', model_mapping: '{"a":"c"}' })
      const [two, three] = [await create({ priority: 1 }), await create({ priority: 7, weight: 4 })]
      const give = async (...changes: object[]) => root.post('/api/channel/batch/values', { changes })
      const given = await give({ ids: [one, two, three, 999_999], to: { priority: 7 } })
      expect(given.data).toEqual([{ ids: [one, two], was: { priority: 1 } }])
      expect(await list()).toMatchObject([
        { id: three, priority: 7, weight: 4, tag: '' },
        { id: two, priority: 7, weight: 0, tag: '' },
        { id: one, priority: 7, weight: 0, tag: 'eu', model_mapping: '{"a":"c"}' },
      ])
      expect(await lastActs(1)).toEqual([`channel.change_values channel:${one} channel:${two}`])
      // What somebody else changed meanwhile is not taken back.
      await root.put('/api/channel/', { id: two, priority: 9 })
      const back = { ids: [one, two], to: { priority: 1 }, from: { priority: 7 } }
      expect((await give(back)).data).toEqual([{ ids: [one], was: { priority: 7 } }])
      const groups = await give({ ids: [one], to: { group: 'vip, default', tag: ' us ' } })
      expect(groups.data).toEqual([{ ids: [one], was: { group: 'default', tag: 'eu' } }])
      expect(serving('a', 'vip')).toEqual([one])
      const both = await give({ ids: [one], to: { weight: 1 } }, { ids: [one], to: { weight: 2 }, from: { weight: 1 } })
      expect(both.data).toEqual([
        { ids: [one], was: { weight: 0 } },
        { ids: [one], was: { weight: 1 } },
      ])
      const acts = await lastActs(1)
      expect((await give({ ids: [one], to: { weight: 2 } })).data).toEqual([])
      expect(await lastActs(1)).toEqual(acts)
    })

    it('are given no value that one alone could not be saved with, and not too many at once', async () => {
      const id = await create()
      const give = (ids: number[], to: object) => root.post('/api/channel/batch/values', { changes: [{ ids, to }] })
      expect((await give([id], { weight: -1 })).message).toBe('Weight must be a whole number, 0 or more')
      expect((await give([id], { priority: 1.5 })).message).toBe('Priority must be a whole number')
      const many = Array.from({ length: 5001 }, (_, place) => place + 1)
      const change = { ids: many, to: { weight: 1 } }
      expect((await root.post('/api/channel/batch/values', { changes: [change, change] })).code).toBe('input_invalid')
      expect((await list())[0]).toMatchObject({ priority: 0, weight: 0 })
    })

    it('with a tag are disabled and enabled, whoever disabled them before', async () => {
      const [one, two, other] = [await create({ tag: 'eu' }), await create({ tag: 'eu' }), await create()]
      expect((await root.post('/api/channel/tag/disabled', { tag: 'eu' })).data).toEqual([one, two])
      expect(serving('a')).toEqual([other])
      const { query } = gateway().plane.database
      await query
        .updateTable('channels')
        .set({ status: 3, other_info: '{"status_reason":"x","status_time":1}' })
        .where('id', '=', two)
        .execute()
      expect((await root.post('/api/channel/tag/enabled', { tag: 'eu' })).data).toEqual([one, two])
      expect(serving('a')).toEqual([one, two, other])
      expect((await root.get(`/api/channel/${two}`)).data).toMatchObject({ status: 1, other_info: '' })
      expect((await root.post('/api/channel/tag/enabled', { tag: 'nobody' })).message).toBe(
        'No channel has the tag nobody',
      )
      // The channel was read in between.
      expect(await lastActs(3)).toEqual([
        `channel.read channel:${two}`,
        'channel.enable_tag tag:eu',
        'channel.disable_tag tag:eu',
      ])
    })

    it('with a tag tell which of them were switched, so that nothing else is switched back', async () => {
      const [one, two, three] = [await create({ tag: 'eu' }), await create({ tag: 'eu' }), await create({ tag: 'eu' })]
      const switchTag = async (kind: string) => (await root.post(`/api/channel/tag/${kind}`, { tag: 'eu' })).data
      await root.put('/api/channel/', { id: one, status: 2 })
      expect(await switchTag('enabled')).toEqual([one])
      await root.put('/api/channel/', { id: one, status: 2 })
      const { query } = gateway().plane.database
      await query.updateTable('channels').set({ status: 3 }).where('id', '=', two).execute()
      expect(await switchTag('disabled')).toEqual([three])
      expect((await list()).map(({ status }) => status)).toEqual([2, 2, 2])
      expect(await switchTag('disabled')).toEqual([])
    })

    it('with a tag take over exactly what is sent', async () => {
      const [one, two] = [await create({ tag: 'eu', weight: 5 }), await create({ tag: 'eu', weight: 6 })]
      const edit = (change: object, sending?: object) => root.put('/api/channel/tag', { tag: 'eu', ...change }, sending)
      expect((await edit({ priority: 7, model_mapping: '{"a":"c"}', models: '', groups: '' })).data).toEqual([
        { ids: [one, two], was: { priority: 0, model_mapping: '' }, now: { priority: 7, model_mapping: '{"a":"c"}' } },
      ])
      expect(await list()).toMatchObject([
        { id: two, priority: 7, weight: 6, models: 'a,b', group: 'default', model_mapping: '{"a":"c"}' },
        { id: one, priority: 7, weight: 5, models: 'a,b', group: 'default', model_mapping: '{"a":"c"}' },
      ])
      await edit({ models: 'x, y', groups: 'vip', weight: 0 })
      expect([serving('a'), serving('x', 'vip'), serving('y', 'vip')]).toEqual([[], [one, two], [one, two]])
      expect((await edit({ model_mapping: '{a' })).message).toMatch(/model_mapping.*not valid JSON/)
      const zh = { headers: { 'accept-language': 'zh' } }
      expect((await edit({ priority: 1.5 })).message).toBe('Priority must be a whole number')
      expect((await edit({ priority: 1.5 }, zh)).message).toBe('优先级必须是整数')
      expect((await edit({ weight: -1 })).message).toBe('Weight must be a whole number, 0 or more')
      expect((await edit({ weight: -1 }, zh)).message).toBe('权重必须是非负整数')
      await edit({ new_tag: 'us' })
      expect((await list()).map(({ tag }) => tag)).toEqual(['us', 'us'])
      expect((await edit({ priority: 1 })).code).toBe('channel_tag_missing')
    })

    it('with a tag are told as they are together: what all share, and what only some have', async () => {
      const mapping = (text: object) => JSON.stringify(text)
      await create({ tag: 'eu', models: 'a,b', group: 'vip', model_mapping: mapping({ a: 'x', b: 'y' }), priority: 1 })
      for (const models of ['a,c', 'a,c,d']) {
        await create({ tag: 'eu', models, group: 'vip', model_mapping: mapping({ a: 'x', b: 'z' }), weight: 2 })
      }
      await create({ models: 'other' })
      const { data } = await root.get('/api/channel/tag?tag=eu')
      expect(data).toMatchObject({ tag: 'eu', count: 3 })
      expect(data.fields).toMatchObject({
        models: {
          shared: 'a',
          partly: [
            { name: 'b', count: 1 },
            { name: 'c', count: 2 },
            { name: 'd', count: 1 },
          ],
        },
        groups: { shared: 'vip', partly: [] },
        model_mapping: {
          shared: '{\n  "a": "x"\n}',
          partly: [
            { name: 'b', value: 'y', count: 1 },
            { name: 'b', value: 'z', count: 2 },
          ],
        },
        priority: { shared: null, partly: [] },
        new_tag: { shared: 'eu', partly: [] },
      })
      expect((await root.get('/api/channel/tag?tag=nobody')).code).toBe('channel_tag_missing')
    })

    it('with a tag keep what only they have when something is added to all or taken from all', async () => {
      const models = Array.from({ length: 23 }, (_, place) => `own-${place},shared,old`)
      const ids = await Promise.all(
        models.map((names, place) => create({ tag: 'eu', models: names, model_mapping: `{"own":"${place}","x":"y"}` })),
      )
      const edit = (change: object) => root.put('/api/channel/tag', { tag: 'eu', ...change })
      const change = {
        add: { models: ['new', 'shared'], groups: ['vip'], model_mapping: { shared: 'real' } },
        take: { models: ['old'], model_mapping: ['x'] },
      }
      const { data } = await edit(change)
      expect(data).toHaveLength(23)
      const row = (await root.get(`/api/channel/${ids[22]}`)).data
      expect(row).toMatchObject({ models: 'own-22,shared,new', group: 'default,vip' })
      expect(JSON.parse(row.model_mapping)).toEqual({ own: '22', shared: 'real' })
      expect([serving('old'), serving('new', 'vip').length, serving('own-22', 'vip')]).toEqual([[], 23, [ids[22]]])
      // A channel that would have nothing left stops all of it.
      const alone = await create({ tag: 'eu', models: 'new', name: 'alone' })
      expect(await edit({ take: { models: ['new'] } })).toMatchObject({ success: false, code: 'channel_field_full' })
      expect((await root.get(`/api/channel/${alone}`)).data.models).toBe('new')
      expect((await edit({ add: { model_mapping: { a: 1 } } })).message).toMatch(/model_mapping/)
      expect(serving('new', 'vip')).toHaveLength(23)
    })

    it('with a tag get back what each of them had, where it still has what the tag gave', async () => {
      const mapping = '{"own":"x"}'
      const [one, two, three] = [
        await create({ tag: 'eu', models: 'a,old', model_mapping: mapping }),
        await create({ tag: 'eu', models: 'b,new' }),
        await create({ tag: 'eu', models: 'c' }),
      ]
      const change = { tag: 'eu', new_tag: 'us', add: { models: ['new'] }, take: { models: ['old'] } }
      const { data } = await root.put('/api/channel/tag', change)
      expect(data).toEqual([
        { ids: [one], was: { models: 'a,old', tag: 'eu' }, now: { models: 'a,new', tag: 'us' } },
        { ids: [two], was: { tag: 'eu' }, now: { tag: 'us' } },
        { ids: [three], was: { models: 'c', tag: 'eu' }, now: { models: 'c,new', tag: 'us' } },
      ])
      // Somebody else changes one of what it was given, another of what it was not.
      await root.put('/api/channel/', { id: three, models: 'd' })
      await root.put('/api/channel/', { id: two, models: 'e' })
      const replaced: { ids: number[]; was: object; now: object }[] = data
      const changes = replaced.map(({ ids, was, now }) => ({ ids, to: was, from: now }))
      const back = await root.post('/api/channel/batch/values', { changes })
      expect(back.data).toEqual([
        { ids: [one], was: { models: 'a,new', tag: 'us' } },
        { ids: [two], was: { tag: 'us' } },
      ])
      expect(await list()).toMatchObject([
        { id: three, models: 'd', tag: 'us' },
        { id: two, models: 'e', tag: 'eu' },
        { id: one, models: 'a,old', tag: 'eu', model_mapping: mapping },
      ])
      expect([serving('old'), serving('new')]).toEqual([[one], []])
      // Whoever changes nothing replaces nothing, and no act is told of.
      const acts = await lastActs(1)
      expect((await root.put('/api/channel/tag', { tag: 'eu', add: { groups: ['default'] } })).data).toEqual([])
      expect(await lastActs(1)).toEqual(acts)
    })

    it('with a tag take no number that one of them could not be saved with', async () => {
      const id = await create({ tag: 'eu' })
      const edit = async (change: object) => (await root.put('/api/channel/tag', { tag: 'eu', ...change })).message
      expect(await edit({ priority: -1000 })).toMatch(/priority.*at least -999/)
      expect(await edit({ priority: 2_000_000_000 })).toMatch(/priority.*at most 1000000000/)
      expect(await edit({ weight: 1_000_001 })).toMatch(/weight.*at most 1000000/)
      const { data } = await root.get(`/api/channel/${id}`)
      expect(data).toMatchObject({ priority: 0, weight: 0 })
    })

    it('serve again what their rows say after a repair', async () => {
      const one = await create()
      const [two, three] = [await create(), await create()]
      const { query } = gateway().plane.database
      // By somebody who told no node of it.
      await query.updateTable('channels').set({ models: 'b,c' }).where('id', '=', one).execute()
      await query.deleteFrom('channels').where('id', '=', two).execute()
      expect(serving('a')).toEqual([one, two, three])
      expect(await root.post('/api/channel/fix')).toMatchObject({ success: true, data: 2 })
      expect([serving('a'), serving('b'), serving('c')]).toEqual([[three], [one, three], [one]])
      expect((await root.get('/api/channel/models_enabled')).data).toEqual(['a', 'b', 'c'])
    })

    it('stay in the order of their priority while they change, whatever came before', async () => {
      const [one, two, three] = [
        await create({ priority: 1 }),
        await create({ priority: 2 }),
        await create({ priority: 3 }),
      ]
      expect(serving('a')).toEqual([three, two, one])
      await root.put('/api/channel/', { id: one, priority: 9 })
      await root.put('/api/channel/', { id: three, models: 'b' })
      expect(serving('a')).toEqual([one, two])
      expect(serving('b')).toEqual([one, three, two])
      await root.put('/api/channel/', { id: two, status: 2 })
      await root.remove(`/api/channel/${one}`)
      expect([serving('a'), serving('b')]).toEqual([[], [three]])
      expect(gateway().plane.domain.pool.modelsOf(['default'])).toEqual(['b'])
    })
  })
})
