import { describe, expect, it } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import { userRow } from '#testing/rows.ts'
import { isUniqueViolation } from './failures.ts'
import { listUsers } from './user-lists.ts'
import {
  findRoot,
  findUser,
  findUserByInviteCode,
  findUserByLogin,
  findUserIdByAccessToken,
  insertUser,
  isEmailTaken,
  isUsernameTaken,
  renameUser,
  updateUnchangedUser,
  updateUser,
} from './users.ts'

eachDatabase((_engine, open) => {
  it('finds a user by id, name, email, invite code and access token', async () => {
    const { query } = await open()
    const fields = { username: 'ann', email: 'ann@example.com', aff_code: 'ANN1', access_token_hash: 'hash' }
    const id = await insertUser(query, userRow(fields))
    await insertUser(query, userRow())

    const later = { note: '', ban_told: null, search_text: 'ann\n\nann@example.com' }
    expect(await findUser(query, id)).toEqual({ ...userRow(fields), ...later, id })
    expect((await findUserByLogin(query, 'ann'))?.id).toBe(id)
    expect((await findUserByLogin(query, 'Ann@Example.com'))?.id).toBe(id)
    expect((await findUserByInviteCode(query, 'ANN1'))?.id).toBe(id)
    expect(await findUserIdByAccessToken(query, 'hash')).toBe(id)
    expect(await isUsernameTaken(query, 'ann')).toBe(true)
    expect(await isEmailTaken(query, 'ann@example.com')).toBe(true)
  })

  it('finds nobody by what nobody has', async () => {
    const { query } = await open()
    await insertUser(query, userRow())
    expect(await findUser(query, 99)).toBeUndefined()
    expect(await findUserByLogin(query, '')).toBeUndefined()
    expect(await findUserByLogin(query, "' or ''='")).toBeUndefined()
    expect(await findUserIdByAccessToken(query, 'hash')).toBeUndefined()
    expect(await isEmailTaken(query, 'ann@example.com')).toBe(false)
    expect(await findRoot(query)).toBeUndefined()
  })

  it('prefers the user of that name to one who has it as the email', async () => {
    const { query } = await open()
    await insertUser(query, userRow({ email: 'ann' }))
    const named = await insertUser(query, userRow({ username: 'ann' }))
    expect((await findUserByLogin(query, 'ann'))?.id).toBe(named)
  })

  it('keeps a deleted account and its name, but nobody gets in by it', async () => {
    const { query } = await open()
    const fields = { username: 'ann', email: 'ann@example.com', aff_code: 'ANN1', access_token_hash: 'hash', role: 100 }
    const id = await insertUser(query, userRow(fields))
    expect((await findRoot(query))?.id).toBe(id)
    await updateUser(query, id, { deleted_at: 5 })
    expect(await findUser(query, id)).toMatchObject({ deleted_at: 5 })
    expect(await isUsernameTaken(query, 'ann')).toBe(true)
    expect(await isEmailTaken(query, 'ann@example.com')).toBe(false)
    expect(await findUserByLogin(query, 'ann')).toBeUndefined()
    expect(await findUserByInviteCode(query, 'ANN1')).toBeUndefined()
    expect(await findUserIdByAccessToken(query, 'hash')).toBeUndefined()
    expect(await findRoot(query)).toBeUndefined()
  })

  it('changes the fields it is given and no others', async () => {
    const { query } = await open()
    const id = await insertUser(query, userRow({ username: 'ann', display_name: 'Ann' }))
    await updateUser(query, id, { display_name: 'Anna', last_login_at: 9 })
    await updateUser(query, id, {})
    expect(await findUser(query, id)).toMatchObject({ username: 'ann', display_name: 'Anna', last_login_at: 9 })
  })

  it('has each name, invite code and access token once', async () => {
    const { query } = await open()
    const fields = { username: 'ann', aff_code: 'ANN1', access_token_hash: 'hash' }
    await insertUser(query, userRow(fields))
    for (const [name, value] of Object.entries(fields)) {
      const second = insertUser(query, userRow({ [name]: value }))
      expect(isUniqueViolation(await second.catch((error: unknown) => error))).toBe(true)
    }
    await insertUser(query, userRow())
  })

  describe('the lists', () => {
    const names = ({ items }: { items: readonly { username: string }[] }) => items.map(({ username }) => username)
    const first = { page: 1, pageSize: 10 }
    const everybody = { keyword: '', group: '' }

    it('go by pages, newest first, with the exact total', async () => {
      const { query } = await open()
      for (const username of ['a', 'b', 'c']) await insertUser(query, userRow({ username, group: 'vip' }))
      expect(await listUsers(query, everybody, { page: 2, pageSize: 2 })).toMatchObject({
        items: [{ username: 'a' }],
        total: 3,
      })
      expect(await listUsers(query, everybody, { page: 9, pageSize: 2 })).toEqual({ items: [], total: 3 })
      const search = { keyword: '', group: 'vip' }
      expect(await listUsers(query, search, { page: 2, pageSize: 2 })).toMatchObject({ total: 3 })
      for (const keyword of ['a', 'nobody']) {
        expect((await listUsers(query, { keyword, group: '' }, { page: 9, pageSize: 2 })).items).toEqual([])
      }
      expect((await listUsers(query, { keyword: 'a', group: '' }, { page: 9, pageSize: 2 })).total).toBe(1)
    })

    it('find by a part of each name and by the id, in letters of every alphabet, and once each', async () => {
      const { query } = await open()
      const id = await insertUser(
        query,
        userRow({ username: 'Jörg', display_name: '王 Ольга', email: 'j@example.com' }),
      )
      await insertUser(query, userRow({ username: 'other' }))
      for (const keyword of ['JöRG', 'ör', '王', 'Ольга', 'J@EXAMPLE', String(id)]) {
        const found = await listUsers(query, { keyword, group: '' }, first)
        expect([keyword, found.total, names(found)]).toEqual([keyword, 1, ['Jörg']])
      }
      await query.transaction().execute((transaction) => renameUser(transaction, id, `is${id}`))
      expect(await listUsers(query, { keyword: String(id), group: 'default' }, first)).toMatchObject({ total: 1 })
      expect(await listUsers(query, { keyword: String(id), group: 'vip' }, first)).toMatchObject({ total: 0 })
    })
  })

  it('changes only whom nobody changed meanwhile', async () => {
    const { query, transaction } = await open()
    const id = await insertUser(query, userRow())
    const seen = await findUser(query, id)
    if (seen === undefined) throw new Error('no such user')
    const change = (fields: object) => transaction((open) => updateUnchangedUser(open, seen, fields))
    expect(await change({ display_name: 'first' })).toBe(true)
    expect(await change({})).toBe(true)
    await updateUser(query, id, { role: 10 })
    expect(await change({ display_name: 'second' })).toBe(false)
    await updateUser(query, id, { role: 1, deleted_at: 5 })
    expect(await change({ status: 2 })).toBe(false)
    expect(await findUser(query, id)).toMatchObject({ display_name: 'first', status: 1 })
  })
})
