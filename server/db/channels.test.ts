import { expect, it } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import { channelRow } from '#testing/rows.ts'
import { listEnabledModels, listModelsOfGroups, replaceAbilities } from './abilities.ts'
import {
  deleteChannel,
  findChannel,
  insertChannel,
  listAllChannels,
  listChannels,
  searchChannels,
  updateChannel,
} from './channels.ts'
import type { AbilityRow } from './schema.ts'

const any = { keyword: '', keyHash: 'none', model: '', group: '', idSort: false }
const ability = (fields: Partial<AbilityRow>): AbilityRow => ({
  group: 'default',
  model: 'model',
  channel_id: 1,
  enabled: 1,
  priority: 0,
  weight: 0,
  tag: '',
  ...fields,
})

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
      const { items, total } = await listChannels(query, { page, pageSize: 3, idSort })
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
    await insertChannel(query, channelRow({ name: 'other', models: 'claude', group: 'vip2', key_hash: 'exact' }))
    await insertChannel(query, channelRow({ name: '100%', models: 'gptx5', group: 'svip', tag: 'a' }))
    const ids = async (search: object) => (await searchChannels(query, { ...any, ...search })).map(({ id }) => id)

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
    expect(await ids({ tag: 'a', model: 'gpt', keyword: 'main', group: 'default' })).toEqual([1])
  })

  it('tells which models enabled channels serve, to everybody and to some groups', async () => {
    const { query } = await open()
    for (let index = 0; index < 2; index += 1) await insertChannel(query, channelRow())
    await replaceAbilities(query, 1, [ability({ model: 'b' }), ability({ model: 'a', group: 'vip' })])
    await replaceAbilities(query, 2, [
      ability({ channel_id: 2, model: 'b' }),
      ability({ channel_id: 2, model: 'c', enabled: 0 }),
    ])
    expect(await listEnabledModels(query)).toEqual(['a', 'b'])
    expect(await listModelsOfGroups(query, ['default'])).toEqual(['b'])
    expect(await listModelsOfGroups(query, ['default', 'vip'])).toEqual(['a', 'b'])
    expect(await listModelsOfGroups(query, [])).toEqual([])
  })

  it('replaces what a channel serves, however much it is', async () => {
    const { query } = await open()
    await insertChannel(query, channelRow())
    const many = Array.from({ length: 1200 }, (_, index) => ability({ model: `model-${index}` }))
    await replaceAbilities(query, 1, [...many, ability({ model: 'model-0' })])
    expect(await listEnabledModels(query)).toHaveLength(1200)
    await replaceAbilities(query, 1, [ability({ model: 'only' })])
    expect(await listEnabledModels(query)).toEqual(['only'])
    await replaceAbilities(query, 1, [])
    expect(await listEnabledModels(query)).toEqual([])
  })

  it('deletes a channel with what it serves, and never gives its id again', async () => {
    const database = await open()
    const id = await insertChannel(database.query, channelRow())
    await replaceAbilities(database.query, id, [ability({ channel_id: id })])
    await database.transaction((transaction) => deleteChannel(transaction, id))
    expect(await findChannel(database.query, id)).toBeUndefined()
    expect(await listEnabledModels(database.query)).toEqual([])
    expect(await insertChannel(database.query, channelRow())).toBe(id + 1)
  })
})
