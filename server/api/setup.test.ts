import { describe, expect, it } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import { startTestGateway } from '#testing/gateway.ts'

describe('setup', () => {
  eachDatabase((engine, _open, openPlace) => {
    const withGateway = async (use: (gateway: Awaited<ReturnType<typeof startTestGateway>>) => Promise<void>) => {
      const { place } = await openPlace()
      const gateway = await startTestGateway({ place })
      try {
        await use(gateway)
      } finally {
        await gateway.close()
      }
    }
    const account = { username: 'root', password: 'password1', confirmPassword: 'password1' }

    it('says what is still missing, makes the super admin once, and then has nothing more to say', async () => {
      await withGateway(async (gateway) => {
        const visitor = gateway.visitor()
        expect((await visitor.get('/api/setup')).data).toEqual({
          status: false,
          root_init: false,
          database_type: engine,
        })
        expect((await visitor.get('/api/status')).data).toMatchObject({ setup: false, database_type: engine })
        expect((await visitor.post('/api/setup', { ...account, SelfUseModeEnabled: true })).success).toBe(true)
        expect((await visitor.get('/api/setup')).data).toEqual({ status: true, root_init: false, database_type: '' })
        expect((await visitor.get('/api/status')).data).toMatchObject({
          setup: true,
          self_use_mode_enabled: true,
          demo_site_enabled: false,
        })
        const root = await gateway.signIn('root', 'password1')
        expect((await root.get('/api/user/self')).data).toMatchObject({
          role: 100,
          display_name: 'Root User',
          quota: 100_000_000,
        })
        const again = await visitor.post('/api/setup', { ...account, username: 'other' })
        expect([again.status, again.code]).toEqual([400, 'setup_done'])
      })
    })

    it('says what is wrong with the account', async () => {
      await withGateway(async (gateway) => {
        const code = async (body: object) => (await gateway.visitor().post('/api/setup', { ...account, ...body })).code
        expect(await code({ username: '' })).toBe('username_invalid')
        expect(await code({ username: 'thirteen-long' })).toBe('username_invalid')
        expect(await code({ password: '1234567', confirmPassword: '1234567' })).toBe('password_length')
        expect(await code({ confirmPassword: 'password2' })).toBe('passwords_differ')
        expect((await gateway.visitor().get('/api/setup')).data.status).toBe(false)
      })
    })

    it('F17: of many who try at once exactly one becomes the super admin', async () => {
      await withGateway(async (gateway) => {
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, index) =>
            gateway.visitor().post('/api/setup', { ...account, username: `root${index % 10}` }),
          ),
        )
        expect(answers.filter(({ success }) => success)).toHaveLength(1)
        expect(new Set(answers.filter(({ success }) => !success).map(({ code }) => code))).toEqual(
          new Set(['setup_done']),
        )
        const users = await gateway.plane.database.query.selectFrom('users').select(['role', 'quota']).execute()
        expect(users).toEqual([{ role: 100, quota: 100_000_000 }])
      })
    })
  })
})
