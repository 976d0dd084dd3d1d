import { expect, it } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import { startTestGateway } from '#testing/gateway.ts'
import { listAudit } from '../../db/audit.ts'
import { systemClock } from '../../lib/clock.ts'
import { createPasswords } from './passwords.ts'
import { rescueRoot } from './rescue.ts'

eachDatabase((_engine, _open, openPlace) => {
  it('lets the super admin back in whom the settings lock out, and ends what he was signed in with', async () => {
    const { place } = await openPlace()
    const passwords = createPasswords({ cost: { logarithm: 4, blockSize: 8, parallelism: 1 } })
    const locked = await startTestGateway({ place })
    const root = await locked.asRoot()
    const { data: accessToken } = await root.get('/api/user/token')
    for (const [key, value] of [
      ['TurnstileSiteKey', 'x'],
      ['TurnstileSecretKey', 'wrong'],
      ['TurnstileCheckEnabled', 'true'],
    ]) {
      expect((await root.put('/api/option/', { key, value })).message).toBe('')
    }
    const { database } = locked.plane
    await database.query.updateTable('users').set({ status: 2 }).where('id', '=', root.userId).execute()
    await database.query
      .insertInto('options')
      .values({ key: 'PasswordLoginEnabled', value: 'false', updated_at: 1 })
      .execute()
    const { name, password } = await rescueRoot({ database, passwords, clock: systemClock })
    const [act] = (await listAudit(database.query, { page: 1, pageSize: 1 })).items
    expect([act?.action, act?.actor_name, act?.target]).toEqual(['root.rescue', 'rescue', `user:${root.userId}`])
    expect(act?.after).not.toContain(password)
    await locked.close()

    const again = await startTestGateway({ place })
    const rescued = await again.signIn(name, password)
    expect((await rescued.get('/api/user/self')).data).toMatchObject({ id: root.userId, status: 1 })
    const headers = { authorization: accessToken, 'new-api-user': String(root.userId) }
    expect((await again.visitor().get('/api/user/self', { headers })).status).toBe(401)
    expect(
      (await again.visitor().get('/api/user/self', { headers: { ...headers, authorization: '', cookie: root.cookie } }))
        .status,
    ).toBe(401)
    await again.close()
  })
})
