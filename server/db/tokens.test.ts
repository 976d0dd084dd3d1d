import { expect, it } from 'vitest'
import { largestQuota } from '#contract/fields.ts'
import { eachDatabase } from '#testing/database.ts'
import { tokenRow } from '#testing/rows.ts'
import { isUniqueViolation } from './failures.ts'
import {
  deleteTokens,
  findOwnToken,
  findToken,
  findTokenByKeyHash,
  insertToken,
  listTokens,
  searchTokens,
  updateToken,
} from './tokens.ts'

eachDatabase((_engine, open) => {
  it("lists a user's own tokens in pages, newest first", async () => {
    const { query } = await open()
    const ids: number[] = []
    for (let index = 0; index < 5; index += 1) ids.unshift(await insertToken(query, tokenRow({ user_id: 1 })))
    await insertToken(query, tokenRow({ user_id: 2 }))

    const pages = await Promise.all([1, 2, 3, 4].map((page) => listTokens(query, 1, { page, pageSize: 2, now: 0 })))
    expect(pages.map(({ total }) => total)).toEqual([5, 5, 5, 5])
    expect(pages.map(({ items }) => items.map(({ id }) => id))).toEqual([
      ids.slice(0, 2),
      ids.slice(2, 4),
      ids.slice(4),
      [],
    ])
  })

  it('searches names in any case and takes the signs of a pattern as they are', async () => {
    const { query } = await open()
    for (const name of ['100% mine', 'My Key', 'a_b', 'axb', 'back\\slash']) {
      await insertToken(query, tokenRow({ user_id: 1, name }))
    }
    await insertToken(query, tokenRow({ user_id: 2, name: 'my other' }))
    const names = async (keyword: string) =>
      (await searchTokens(query, 1, { keyword, now: 0, most: 1000 })).map(({ name }) => name)
    expect(await names('MY')).toEqual(['My Key'])
    expect(await names('%')).toEqual(['100% mine'])
    expect(await names('a_b')).toEqual(['a_b'])
    expect(await names('\\')).toEqual(['back\\slash'])
    expect(await names("'")).toEqual([])
    expect(await names('')).toHaveLength(5)
  })

  it('finds the one own token that has a key', async () => {
    const { query } = await open()
    const id = await insertToken(query, tokenRow({ user_id: 1, name: 'mine', key_hash: 'hash' }))
    await insertToken(query, tokenRow({ user_id: 1, name: 'mine too' }))
    const ids = async (userId: number, keyword: string) =>
      (await searchTokens(query, userId, { keyword, keyHash: 'hash', now: 0, most: 1 })).map((row) => row.id)
    expect(await ids(1, '')).toEqual([id])
    expect(await ids(1, 'too')).toEqual([])
    expect(await ids(2, '')).toEqual([])
  })

  it('finds a token for its owner, for a key, and by nothing once it is deleted', async () => {
    const { query } = await open()
    const fields = { user_id: 1, key_hash: 'hash' }
    const id = await insertToken(query, tokenRow(fields))
    expect(await findOwnToken(query, 1, id)).toEqual({ ...tokenRow(fields), note: '', id })
    expect(await findOwnToken(query, 2, id)).toBeUndefined()
    expect((await findTokenByKeyHash(query, 'hash', 40))?.id).toBe(id)

    await deleteTokens(query, [id], 50)
    await deleteTokens(query, [id], 60)
    expect(await findOwnToken(query, 1, id)).toBeUndefined()
    expect(await findToken(query, id)).toBeUndefined()
    expect(await findTokenByKeyHash(query, 'hash', 40)).toBeUndefined()
    expect(await listTokens(query, 1, { page: 1, pageSize: 10, now: 0 })).toEqual({ items: [], total: 0 })
    expect(await query.selectFrom('tokens').select('deleted_at').executeTakeFirst()).toEqual({ deleted_at: 50 })
  })

  it('changes quota by the difference, beside what calls spend, and never below zero or beyond what can be read', async () => {
    const { query } = await open()
    const id = await insertToken(query, tokenRow({ remain_quota: 100 }))
    const remaining = async () => (await findToken(query, id))?.remain_quota
    await Promise.all([updateToken(query, id, { name: 'new' }, 30), updateToken(query, id, {}, -50)])
    expect(await findToken(query, id)).toMatchObject({ name: 'new', remain_quota: 80 })
    await updateToken(query, id, {}, -81)
    expect(await remaining()).toBe(0)
    await updateToken(query, id, { status: 2 })
    expect(await findToken(query, id)).toMatchObject({ status: 2, remain_quota: 0 })
    for (const much of [Number.MAX_SAFE_INTEGER, 1, 2 * Number.MAX_SAFE_INTEGER]) {
      await updateToken(query, id, {}, much)
      expect(await remaining()).toBe(largestQuota)
    }
  })

  it('has each key once', async () => {
    const { query } = await open()
    await insertToken(query, tokenRow({ key_hash: 'hash' }))
    const second = insertToken(query, tokenRow({ key_hash: 'hash' }))
    expect(isUniqueViolation(await second.catch((error: unknown) => error))).toBe(true)
  })
})
