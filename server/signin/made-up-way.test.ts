import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import type { TestClient, TestGateway } from '#testing/gateway.ts'
import { type LoginServer, startLoginServer } from '#testing/login-server.ts'
import { madeUpWay } from '#testing/made-up-way.ts'

describe('a way to sign in that is one file and one line', () => {
  eachDatabase((_engine, _open, openPlace) => {
    let login: LoginServer
    let gateway: TestGateway
    let root: TestClient
    let makeFresh: (gateway: TestGateway, client: TestClient) => Promise<void>

    beforeAll(async () => {
      login = await startLoginServer()
      Object.assign(login.answers, {
        '/token': (code: string) => ({ body: { access_token: code } }),
        '/account': (token: string) => ({ body: { number: Number(token), handle: `made${token}` } }),
      })
      vi.resetModules()
      // The one line. Everything that is drawn from the list is read anew with it.
      vi.doMock('#contract/signin-ways/index.ts', async (original) => {
        const { signinWays } = await original<typeof import('#contract/signin-ways/index.ts')>()
        return { signinWays: [...signinWays, madeUpWay(login.url)] }
      })
      const { startTestGateway } = await import('#testing/gateway.ts')
      makeFresh = (await import('#testing/session-proof.ts')).makeFresh
      const { place } = await openPlace()
      gateway = await startTestGateway({ place, environment: { ALLOW_PRIVATE_UPSTREAMS: 'true' } })
      root = await gateway.asRoot()
    })
    afterAll(async () => {
      await gateway.close()
      await login.close()
      vi.doUnmock('#contract/signin-ways/index.ts')
      vi.resetModules()
    })

    const put = (key: string, value: string) => root.put('/api/option/', { key, value })
    const comeBack = async (client: TestClient, code: string) => {
      const { data } = await client.get('/api/oauth/state?provider=madeup')
      return client.get(`/api/oauth/madeup?code=${code}&state=${data}`)
    }

    it('has its options, and is turned on with what it needs', async () => {
      await makeFresh(gateway, root)
      expect((await comeBack(gateway.visitor(), '7')).message).toBe('Login with Made Up is turned off')
      expect((await put('MadeUpEnabled', 'true')).success).toBe(false)
      expect((await put('MadeUpClient', 'client')).success).toBe(true)
      expect((await put('MadeUpSecret', 'hush')).success).toBe(true)
      expect((await put('MadeUpEnabled', 'true')).success).toBe(true)
      const options = (await root.get('/api/option/')).data
      expect(options).toContainEqual({ key: 'MadeUpSecret', value: '', set: true })
    })

    it('tells the console what it needs', async () => {
      const status = (await gateway.visitor().get('/api/status')).data
      expect(status).toMatchObject({ made_up_login: true, made_up_client: 'client' })
    })

    it('makes a stranger a user, whom administrators see with his account', async () => {
      const visitor = gateway.visitor()
      const entered = await comeBack(visitor, '7')
      expect(entered.data).toMatchObject({ username: 'made7', made_up_id: '7', github_id: '' })
      expect(login.asked.find(({ path }) => path === '/token')?.form).toMatchObject({ secret: 'hush' })
      expect((await comeBack(gateway.visitor(), '7')).data.id).toBe(entered.data.id)
      const found = (await root.get('/api/user/search?keyword=made7&group=')).data.items
      expect(found).toMatchObject([{ made_up_id: '7' }])
    })

    it('binds its account to whoever is signed in', async () => {
      const user = await gateway.asUser('binder')
      await makeFresh(gateway, user)
      expect((await comeBack(user, '8')).message).toBe('bind')
      expect((await user.get('/api/user/self')).data.made_up_id).toBe('8')
      expect((await comeBack(user, '7')).message).toBe('This Made Up account is connected to another account')
    })

    it('stands among the calls that are described to clients', async () => {
      const { text } = await gateway.visitor().get('/api/openapi.json')
      expect(text).toContain('/api/oauth/madeup')
    })
  })
})
