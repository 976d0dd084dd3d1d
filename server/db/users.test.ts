import { expect, it } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import { userRow } from '#testing/rows.ts'
import { isUniqueViolation } from './failures.ts'
import {
  findRoot,
  findUser,
  findUserByInviteCode,
  findUserByLogin,
  findUserIdByAccessToken,
  insertUser,
  isEmailTaken,
  isUsernameTaken,
  updateUser,
} from './users.ts'

eachDatabase((_engine, open) => {
  it('finds a user by id, name, email, invite code and access token', async () => {
    const { query } = await open()
    const fields = { username: 'ann', email: 'ann@example.com', aff_code: 'ANN1', access_token_hash: 'hash' }
    const id = await insertUser(query, userRow(fields))
    await insertUser(query, userRow())

    expect(await findUser(query, id)).toEqual({ ...userRow(fields), id })
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
})
