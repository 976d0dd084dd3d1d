import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import { startTestGateway, type TestGateway } from '#testing/gateway.ts'

/** Calls with a Host header of its own, which a browser takes from the name of the page. */
const callAs = (url: string, headers: Record<string, string>, body?: object) =>
  new Promise<{ status: number; success?: boolean; code?: string; data?: unknown }>((resolve, reject) => {
    const sending = request(`${url}/api/setup`, {
      method: body ? 'POST' : 'GET',
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    })
    sending.on('error', reject).on('response', async (response) => {
      let text = ''
      for await (const piece of response) text += piece
      resolve({ status: response.statusCode ?? 0, ...JSON.parse(text) })
    })
    sending.end(body && JSON.stringify(body))
  })

describe('setup', () => {
  eachDatabase((engine, _open, _openPlace, makePlace) => {
    const withGateway = async (use: (gateway: Awaited<ReturnType<typeof startTestGateway>>) => Promise<void>) => {
      const { place } = await makePlace()
      const gateway = await startTestGateway({ place })
      try {
        await use(gateway)
      } finally {
        await gateway.close()
      }
    }
    const account = { username: 'root', password: 'stone-river-1', confirmPassword: 'stone-river-1' }
    /** The clients of tests come from somewhere else. */
    const proved = async ({ plane }: TestGateway) => ({ ...account, code: (await plane.setup.code()) ?? '' })

    it('says what is still missing, makes the super admin once, and then has nothing more to say', async () => {
      await withGateway(async (gateway) => {
        const visitor = gateway.visitor()
        expect((await visitor.get('/api/setup')).data).toEqual({
          status: false,
          root_init: false,
          database_type: engine,
          code_needed: true,
        })
        const known = await proved(gateway)
        expect((await visitor.get('/api/status')).data).toMatchObject({ setup: false, database_type: engine })
        expect((await visitor.post('/api/setup', { ...known, SelfUseModeEnabled: true })).success).toBe(true)
        expect((await visitor.get('/api/setup')).data).toEqual({
          status: true,
          root_init: true,
          database_type: engine,
          code_needed: false,
        })
        expect((await visitor.get('/api/status')).data).toMatchObject({
          setup: true,
          self_use_mode_enabled: true,
          demo_site_enabled: false,
        })
        const root = await gateway.signIn('root', 'stone-river-1')
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
        const known = await proved(gateway)
        const code = async (body: object) => (await gateway.visitor().post('/api/setup', { ...known, ...body })).code
        expect(await code({ username: '' })).toBe('username_invalid')
        expect(await code({ username: 'thirteen-long' })).toBe('username_invalid')
        expect(await code({ password: '1234567', confirmPassword: '1234567' })).toBe('password_length')
        expect(await code({ confirmPassword: 'stone-river-2' })).toBe('passwords_differ')
        expect((await gateway.visitor().get('/api/setup')).data.status).toBe(false)
      })
    })

    describe('wants the code that the start prints from whoever does not come under a name of this machine', () => {
      const from = (host: string, headers: Record<string, string> = {}) => ({ host, ...headers })
      it.each<[string, Record<string, string>]>([
        ['a page whose name leads here', from('evil.example:3000')],
        ['a name that begins like ours', from('localhost.evil.example')],
        ['a name that holds our address', from('127.0.0.1.evil.example')],
        ['an address in the network', from('192.168.1.5:3000')],
        ['a client behind a proxy', from('localhost', { 'x-forwarded-for': '203.0.113.9' })],
        ['a client behind a proxy that is near', from('localhost', { 'x-forwarded-for': '10.0.0.9' })],
        ['a client behind a proxy that says its own name', from('localhost', { via: '1.1 balancer' })],
      ])('%s', async (_who, headers) => {
        await withGateway(async ({ url, plane }) => {
          const code = (await plane.setup.code()) ?? ''
          expect((await callAs(url, headers)).data).toMatchObject({ status: false, code_needed: true })
          for (const wrong of ['', '0000-0000-0000-0000', code.slice(1), `${code}0`, 'x'.repeat(64)]) {
            const answer = await callAs(url, headers, { ...account, code: wrong })
            expect([wrong, answer.status, answer.code]).toEqual([wrong, 403, 'setup_code_wrong'])
          }
          expect(
            await callAs(url, headers, { ...account, code: code.toUpperCase().replaceAll('-', ' ') }),
          ).toMatchObject({
            success: true,
          })
          expect(await plane.setup.code()).toBeUndefined()
        })
      })

      it.each(['localhost:3000', 'LOCALHOST', '127.0.0.1', '127.8.9.1:80', '[::1]:3000'])(
        'but not %s',
        async (host) => {
          await withGateway(async ({ url }) => {
            expect((await callAs(url, { host })).data).toMatchObject({ code_needed: false })
            expect((await callAs(url, { host }, account)).success).toBe(true)
          })
        },
      )

      it('is the same after each start, and on every node with the same secret', async () => {
        const { place } = await makePlace()
        const codes: (string | undefined)[] = []
        for (const _start of [1, 2]) {
          const gateway = await startTestGateway({ place, environment: { SLUICE_SECRET: 'the same on all nodes' } })
          codes.push(await gateway.plane.setup.code())
          await gateway.close()
        }
        expect(codes[0]).toMatch(/^[0-9a-f]{4}(-[0-9a-f]{4}){3}$/)
        expect(codes[1]).toBe(codes[0])
      })
    })

    it('F17: of many who try at once exactly one becomes the super admin', async () => {
      await withGateway(async (gateway) => {
        const known = await proved(gateway)
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, index) =>
            gateway.visitor().post('/api/setup', { ...known, username: `root${index % 10}` }),
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
