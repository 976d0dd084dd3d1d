import { expect, it } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import { channelRow } from '#testing/rows.ts'
import { type ChannelSearch, listChannels, listChannelsByTag } from './channel-lists.ts'
import {
  deleteChannels,
  findChannel,
  findChannels,
  insertChannel,
  listAllChannels,
  updateChannel,
  updateUnchangedChannel,
} from './channels.ts'

const any: ChannelSearch = {
  keyword: '',
  keyHash: 'none',
  model: '',
  group: '',
  tag: '',
  statuses: undefined,
  hasFailedTest: false,
  type: 0,
  idSort: false,
}
const firstPage = { page: 1, pageSize: 100 }

eachDatabase((_engine, open) => {
  it('keeps, changes and finds a channel', async () => {
    const { query } = await open()
    const fields = channelRow({ name: 'one', balance: 1.25, priority: -5 })
    const id = await insertChannel(query, fields)
    expect(await findChannel(query, id)).toEqual({ ...fields, id })
    await updateChannel(query, id, { balance: 0.1, status: 3 })
    await updateChannel(query, id, {})
    expect(await findChannel(query, id)).toEqual({ ...fields, id, balance: 0.1, status: 3 })
    expect(await findChannel(query, id + 1)).toBeUndefined()
  })

  it('lists pages by priority or by age', async () => {
    const { query } = await open()
    for (const priority of [0, 5, 5, -1]) await insertChannel(query, channelRow({ priority }))
    const ids = async (idSort: boolean, page: number) => {
      const { items, total } = await listChannels(query, { ...any, idSort }, { page, pageSize: 3 })
      expect(total).toBe(4)
      return items.map(({ id }) => id)
    }
    expect([await ids(false, 1), await ids(false, 2)]).toEqual([[3, 2, 1], [4]])
    expect([await ids(true, 1), await ids(true, 2)]).toEqual([[4, 3, 2], [1]])
    expect((await listAllChannels(query)).map(({ id }) => id)).toEqual([1, 2, 3, 4])
  })

  it('searches by id, part of the name, exact key, model, group and tag together', async () => {
    const { query } = await open()
    await insertChannel(query, channelRow({ name: 'Main 2', models: 'gpt-4,gpt_5', group: 'vip,default', tag: 'a' }))
    await insertChannel(
      query,
      channelRow({ name: 'other', models: 'claude', group: 'vip2', key_hash: 'exact', type: 14 }),
    )
    await insertChannel(query, channelRow({ name: '100%', models: 'gptx5', group: 'svip', tag: 'a', status: 3 }))
    const ids = async (search: Partial<ChannelSearch>) => {
      const { items, total } = await listChannels(query, { ...any, ...search }, firstPage)
      expect(items).toHaveLength(total)
      return items.map(({ id }) => id)
    }

    expect(await ids({})).toEqual([3, 2, 1])
    expect(await ids({ keyword: '2' })).toEqual([2, 1])
    expect(await ids({ keyword: 'MAIN' })).toEqual([1])
    expect(await ids({ keyword: '%' })).toEqual([3])
    expect(await ids({ keyword: 'sk-1', keyHash: 'exact' })).toEqual([2])
    expect(await ids({ keyword: '99999999999999999999' })).toEqual([])
    expect(await ids({ model: 'gpt_5' })).toEqual([1])
    expect(await ids({ group: 'vip' })).toEqual([1])
    expect(await ids({ group: 'svip' })).toEqual([3])
    expect(await ids({ group: '%' })).toEqual([])
    expect(await ids({ tag: 'a' })).toEqual([3, 1])
    expect(await ids({ statuses: [2, 3] })).toEqual([3])
    expect(await ids({ type: 14 })).toEqual([2])
    expect(await ids({ tag: 'a', model: 'gpt', keyword: 'main', group: 'default' })).toEqual([1])
  })

  it('shows channels with one tag as one entry, with what they are together', async () => {
    const { query } = await open()
    const add = (fields: object) => insertChannel(query, channelRow(fields))
    await add({ tag: 'a', group: 'default,vip', priority: 1, weight: 3, used_quota: 5, response_time: 100 })
    await add({ tag: 'a', group: 'vip,svip', priority: 9, weight: 3, used_quota: 7, response_time: 301, status: 2 })
    await add({ tag: '', priority: 5 })
    await add({ tag: 'a', group: 'default', priority: 0, weight: 3 })
    await add({ tag: 'b', priority: -1 })
    await add({ tag: '', priority: -2 })
    const read = async (search: Partial<ChannelSearch>, page = firstPage) => {
      const { items, total } = await listChannelsByTag(query, { ...any, ...search }, page)
      return { total, names: items.map((item) => ('children' in item ? item.tag : item.id)), items }
    }
    const { items, names, total } = await read({})
    expect([total, names]).toEqual([4, ['a', 3, 'b', 6]])
    expect(items[0]).toMatchObject({
      groups: ['default', 'vip', 'svip'],
      used_quota: 12,
      response_time: 201,
      priority: null,
      weight: 3,
      count: 3,
      enabled_count: 2,
      ids: [1, 2, 4],
      children: [{ id: 2 }, { id: 1 }, { id: 4 }],
    })
    expect((await read({ idSort: true })).names).toEqual([6, 'b', 'a', 3])
    expect((await read({}, { page: 2, pageSize: 3 })).names).toEqual([6])
    expect(await read({}, { page: 3, pageSize: 3 })).toMatchObject({ total: 4, names: [] })
    // A filter finds tags, and what stands in their rows is what an act on the tag reaches.
    expect((await read({ statuses: [2] })).items).toEqual([items[0]])
    expect((await read({ group: 'svip', idSort: true })).items).toMatchObject([{ tag: 'a', ids: [1, 2, 4] }])
    expect(await read({ group: 'nobody' })).toMatchObject({ total: 0, names: [] })
  })

  it('has the first channels of a tag, and all of one that is asked for by its name', async () => {
    const { query } = await open()
    for (let left = 23; left > 0; left -= 1) await insertChannel(query, channelRow({ tag: 'many' }))
    const read = async (tag: string, statuses?: readonly number[]) => {
      const { items } = await listChannelsByTag(query, { ...any, tag, ...(statuses && { statuses }) }, firstPage)
      return items.map((item) => ('children' in item ? [item.children.length, item.ids.length] : []))
    }
    expect(await read('')).toEqual([[20, 23]])
    expect(await read('many')).toEqual([[23, 23]])
    expect(await read('other')).toEqual([])
  })

  it('changes a channel only as long as it is as it was read', async () => {
    const { query } = await open()
    const id = await insertChannel(query, channelRow())
    const read = await findChannel(query, id)
    if (read === undefined) throw new Error('it was just made')
    expect(await updateUnchangedChannel(query, read, { status: 3 })).toBe(true)
    expect(await updateUnchangedChannel(query, read, { status: 3 })).toBe(false)
    expect(await findChannels(query, [id, id + 1])).toEqual([{ ...read, status: 3 }])
    expect(await findChannels(query, [])).toEqual([])
  })

  it('deletes a channel, and never gives its id again', async () => {
    const database = await open()
    const id = await insertChannel(database.query, channelRow())
    await database.transaction((transaction) => deleteChannels(transaction, [id]))
    expect(await findChannel(database.query, id)).toBeUndefined()
    expect(await insertChannel(database.query, channelRow())).toBe(id + 1)
  })
})
