import { beforeAll, describe, expect, it } from 'vitest'
import { eachColumn } from '#contract/channel-field-parts.ts'
import { samplesOf } from '#testing/channel-samples.ts'
import { eachGateway, type TestClient } from '#testing/gateway.ts'

const columns = eachColumn.map(([name, column]) => ({ name, column, samples: samplesOf(name, column) }))
const byTag = columns.filter(({ column }) => column.byTag !== undefined && column.byTag !== 'new_tag')

/** Every field with something else than it has in the beginning. */
const full = Object.fromEntries(columns.map(({ name, samples }) => [name, samples[0]]))

describe('every field of a channel', () => {
  eachGateway((gateway) => {
    let root: TestClient
    beforeAll(async () => {
      root = await gateway().asRoot()
    })
    const create = async (fields: object = full): Promise<number> => {
      const answer = await root.post('/api/channel/', { ...fields, key: 'sk-one' })
      if (!answer.success) throw new Error(answer.text)
      return answer.data.id
    }
    const read = async (id: number): Promise<Record<string, unknown>> => (await root.get(`/api/channel/${id}`)).data
    /** As it is stored, keys and all. */
    const stored = (id: number) =>
      gateway().plane.database.query.selectFrom('channels').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

    it('is stored and read back, and kept by a copy', async () => {
      const id = await create()
      expect(await read(id)).toMatchObject(full)
      const listed = (await root.get('/api/channel/?page_size=100')).data.items
      expect(listed.find((row: { id: number }) => row.id === id)).toMatchObject(full)
      const { data: copy } = await root.post(`/api/channel/copy/${id}`)
      expect(await read(copy.id)).toMatchObject({ ...full, name: `${full.name}-copy`, key: 'sk-one' })
    })

    it('is in the beginning what its entry says', async () => {
      const fields = { name: 'plain', models: 'a' }
      const initial = Object.fromEntries(columns.map(({ name, column }) => [name, column.initial]))
      expect(await read(await create(fields))).toMatchObject({ ...initial, ...fields })
    })

    it.each(columns)('leaves all others as they were when it is changed: $name', async ({ name, samples }) => {
      const id = await create()
      const before = await stored(id)
      expect((await root.put('/api/channel/', { id, [name]: samples[1] })).success).toBe(true)
      expect(await stored(id)).toEqual({ ...before, [name]: samples[1] })
    })

    it.each(columns)('is as in the beginning when it is emptied, where it may be: $name', async ({ name, column }) => {
      const id = await create()
      const before = await stored(id)
      const { success } = await root.put('/api/channel/', { id, [name]: null })
      expect(await stored(id)).toEqual(success ? { ...before, [name]: column.initial } : before)
      expect(success).toBe(column.sent.safeParse(null).success)
    })

    it.each(byTag)('leaves all others as they were when it is changed by a tag: $name', async (field) => {
      const { name, column, samples } = field
      const tag = `tag of ${name}`
      const ids = [await create({ ...full, tag }), await create({ ...full, tag })]
      const before = await Promise.all(ids.map(stored))
      const { data } = await root.put('/api/channel/tag', { tag, [column.byTag ?? '']: samples[1] })
      expect(data).toEqual([{ ids, was: { [name]: samples[0] }, now: { [name]: samples[1] } }])
      expect(await Promise.all(ids.map(stored))).toEqual(before.map((row) => ({ ...row, [name]: samples[1] })))
      // By itself it is taken back, whichever field it is.
      const [{ was: to, now: from }] = data
      const back = await root.post('/api/channel/batch/values', { changes: [{ ids, to, from }] })
      expect(back.data).toEqual([{ ids, was: from }])
      expect(await Promise.all(ids.map(stored))).toEqual(before)
    })

    it('is not changed by a tag where its entry does not say so', async () => {
      const tag = 'closed'
      const id = await create({ ...full, tag })
      const before = await stored(id)
      const closed = columns.filter(({ column }) => column.byTag === undefined)
      const change = Object.fromEntries(closed.map(({ name, samples }) => [name, samples[1]]))
      await root.put('/api/channel/tag', { tag, ...change })
      expect(await stored(id)).toEqual(before)
      await root.put('/api/channel/tag', { tag, new_tag: 'opened' })
      expect(await stored(id)).toEqual({ ...before, tag: 'opened' })
    })
  })
})
