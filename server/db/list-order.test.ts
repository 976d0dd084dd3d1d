import { expect, it } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import { channelRow, tokenRow, userRow } from '#testing/rows.ts'
import { listChannels, listChannelsByTag } from './channel-lists.ts'
import { insertChannel } from './channels.ts'
import type { Executor } from './database.ts'
import { insertRedemptions, listRedemptions } from './redemptions.ts'
import { insertToken, listTokens } from './tokens.ts'
import { listUsers } from './user-lists.ts'
import { insertUser } from './users.ts'

type Page = { page: number; pageSize: number }
type Found = Promise<{ items: readonly object[]; total: number }>

/** The names of all rows, page by page, with two on each. */
const namesOf = async (name: string, read: (page: Page) => Found): Promise<string[]> => {
  const names: string[] = []
  for (let page = 1; page <= 4; page += 1) {
    const { items, total } = await read({ page, pageSize: 2 })
    expect(total).toBe(5)
    names.push(...items.map((row) => String(Object.entries(row).find(([key]) => key === name)?.[1])))
  }
  return names
}

const values = [3, 1, 3, 2, 0]
const upwards = ['e', 'b', 'd', 'a', 'c']
const downwards = ['c', 'a', 'd', 'b', 'e']
const letters = ['a', 'b', 'c', 'd', 'e']

const insertEach = async (insert: (name: string, value: number) => Promise<unknown>) => {
  for (const [index, name] of letters.entries()) await insert(name, values[index] ?? 0)
}

eachDatabase((_engine, open) => {
  const check = async (read: (direction: 'asc' | 'desc', page: Page) => Found, name: string) => {
    expect(await namesOf(name, (page) => read('asc', page))).toEqual(upwards)
    expect(await namesOf(name, (page) => read('desc', page))).toEqual(downwards)
  }

  it('A list of users comes in the order asked for, searched or not, with every row on one page', async () => {
    const { query } = await open()
    const fields = (value: number) => ({ quota: value, used_quota: value, request_count: value, last_login_at: value })
    await insertEach((username, value) => insertUser(query, userRow({ username, ...fields(value), email: 'x@y.z' })))
    for (const sort of ['quota', 'used_quota', 'request_count', 'last_login_at'] as const) {
      for (const keyword of ['', 'x@y']) {
        await check(
          (direction, page) => listUsers(query, { keyword, group: 'default', sort, direction }, page),
          'username',
        )
      }
    }
  })

  it('A list of tokens does so too, and what has no end comes last', async () => {
    const { query } = await open()
    await insertEach((name, value) =>
      insertToken(query, tokenRow({ name, remain_quota: value, used_quota: value, accessed_time: value })),
    )
    for (const sort of ['remain_quota', 'used_quota', 'accessed_time'] as const) {
      await check((direction, page) => listTokens(query, 1, { ...page, now: 0, sort, direction }), 'name')
    }
    await insertToken(query, tokenRow({ name: 'without limit', unlimited_quota: 1, expired_time: -1 }))
    await insertToken(query, tokenRow({ name: 'ends', expired_time: 1_800_000_000 }))
    const last = async (sort: 'remain_quota' | 'expired_time') =>
      (await listTokens(query, 1, { page: 1, pageSize: 1, now: 0, sort, direction: 'desc' })).items[0]?.name
    expect(await last('remain_quota')).toBe('without limit')
    const { items } = await listTokens(query, 1, { page: 1, pageSize: 1, now: 0, sort: 'expired_time' })
    expect(items.map(({ name }) => name)).toEqual(['ends'])
  })

  it('A list of redemption codes does so too', async () => {
    const { query } = await open()
    await insertEach((name, value) => insertCode(query, name, value))
    for (const sort of ['quota', 'used_count', 'redeemed_time'] as const) {
      await check((direction, page) => listRedemptions(query, page, { keyword: '', now: 0, sort, direction }), 'name')
    }
  })

  it('A list of channels does so too, by tag or not, and what was not tested comes last', async () => {
    const { query } = await open()
    await insertEach((name, value) =>
      insertChannel(query, channelRow({ name, tag: name, used_quota: value, balance: value, response_time: value })),
    )
    const any = {
      keyword: '',
      keyHash: 'none',
      model: '',
      group: '',
      tag: '',
      statuses: undefined,
      hasFailedTest: false,
      type: 0,
    }
    for (const [list, name] of [
      [listChannels, 'name'],
      [listChannelsByTag, 'tag'],
    ] as const) {
      for (const sort of ['used_quota', 'balance'] as const) {
        await check((direction, page) => list(query, { ...any, idSort: false, sort, direction }, page), name)
      }
      const byTime = (page: Page) => list(query, { ...any, idSort: false, sort: 'response_time' }, page)
      expect(await namesOf(name, byTime)).toEqual(['b', 'd', 'a', 'c', 'e'])
    }
  })
})

const insertCode = (query: Executor, name: string, value: number) =>
  insertRedemptions(query, [
    {
      ...{ key: name, name, quota: value, is_gift: 0, max_uses: -1, used_count: value, used_user_id: 0, status: 1 },
      ...{ valid_from: 0, valid_until: 0, created_time: 1, redeemed_time: value, creator_id: 1, deleted_at: null },
    },
  ])
