import { expect, it } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import { addAccounts } from '#testing/rows.ts'
import { deleteExpiredSessions, deleteSession, deleteSessionsOfUser, findSession, insertSession } from './sessions.ts'

const session = (idHash: string, userId = 1, expiresAt = 100) => ({
  id_hash: idHash,
  user_id: userId,
  created_at: 1,
  expires_at: expiresAt,
  address: '::1',
  agent: 'test',
  proved_at: 1,
})

eachDatabase((_engine, open) => {
  it('keeps sessions and ends one, all of a user but one, and those that have run out', async () => {
    const { query } = await open()
    await addAccounts(query, 2)
    for (const name of ['a', 'b', 'c']) await insertSession(query, session(name))
    await insertSession(query, session('d', 2))
    await insertSession(query, session('e', 2, 50))
    const left = async () => {
      const found = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => findSession(query, name)))
      return found.flatMap((row) => row?.id_hash ?? []).join('')
    }

    expect(await findSession(query, 'a')).toEqual(session('a'))
    await deleteExpiredSessions(query, 50)
    expect(await left()).toBe('abcd')
    await deleteSession(query, 'b')
    expect(await left()).toBe('acd')
    await deleteSessionsOfUser(query, 1, 'c')
    expect(await left()).toBe('cd')
    await deleteSessionsOfUser(query, 1)
    expect(await left()).toBe('d')
  })

  it('keeps none for a user who does not exist', async () => {
    const { query } = await open()
    await expect(insertSession(query, session('a', 99))).rejects.toThrow(/foreign key/i)
  })
})
