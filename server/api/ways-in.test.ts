import { createHash, createHmac } from 'node:crypto'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { redirectNames } from '#contract/signin.ts'
import { makeCertificate } from '#testing/certificate.ts'
import { eachDatabase } from '#testing/database.ts'
import { startTestGateway, type TestClient, type TestGateway } from '#testing/gateway.ts'
import { type LoginServer, startLoginServer } from '#testing/login-server.ts'
import { type OidcServer, startOidcServer } from '#testing/oidc-server.ts'
import { makeFresh, makeStale } from '#testing/session-proof.ts'

const site = 'https://gate.example.com'

describe('ways in that are changed, refused, sent back to and looked up', () => {
  eachDatabase((_engine, _open, openPlace) => {
    let login: LoginServer
    let oidc: OidcServer
    let gateway: TestGateway
    let root: TestClient

    const set = async (values: Record<string, unknown>) => {
      await makeFresh(gateway, root)
      for (const [key, value] of Object.entries(values)) {
        expect((await root.put('/api/option/', { key, value: String(value) })).message).toBe('')
      }
    }

    beforeAll(async () => {
      login = await startLoginServer()
      oidc = await startOidcServer({ id: 'gate', secret: 'oidc-secret', redirectUri: `${site}/oauth/oidc` })
      const { place } = await openPlace()
      const github = { token: `${login.url}/github/token`, account: `${login.url}/github/user` }
      gateway = await startTestGateway({ place, signinAddresses: { github } })
      root = await gateway.asRoot()
      await set({
        ServerAddress: site,
        GitHubClientId: 'gh-id',
        GitHubClientSecret: 'gh-secret',
        GitHubOAuthEnabled: true,
        LinuxDOClientId: 'ld-id',
        LinuxDOClientSecret: 'ld-secret',
        LinuxDOOAuthEnabled: true,
        WeChatServerAddress: login.url,
        WeChatServerToken: 'wechat-token',
        WeChatAuthEnabled: true,
        TelegramBotToken: 'bot-token',
        TelegramBotName: 'gate_bot',
        TelegramOAuthEnabled: true,
        'oidc.client_id': 'gate',
        'oidc.client_secret': 'not-the-secret',
        'oidc.authorization_endpoint': oidc.authorizationEndpoint,
        'oidc.token_endpoint': oidc.tokenEndpoint,
        'oidc.user_info_endpoint': oidc.userInfoEndpoint,
        'oidc.enabled': true,
      })
      Object.assign(login.answers, {
        '/github/token': (code: string) => ({ body: { access_token: code } }),
        '/github/user': (id: string) => ({ body: { id: Number(id), login: `hub${id}`, name: null } }),
        '/api/wechat/user': (code: string) => ({ body: { success: true, data: `open-${code}` } }),
      })
    })
    afterAll(async () => {
      await gateway.close()
      await oidc.close()
      await login.close()
    })

    const stateOf = async (client: TestClient, provider: string) => {
      const answer = await client.get(`/api/oauth/state?provider=${provider}`)
      return { state: String(answer.data), challenge: String(JSON.parse(answer.text).code_challenge) }
    }
    const github = async (client: TestClient, code: string) => {
      const { state } = await stateOf(client, 'github')
      return client.get(`/api/oauth/github?code=${code}&state=${state}`)
    }

    it('binding another account at a place takes the one before away, and nobody else’s', async () => {
      const mover = await gateway.asUser('mover')
      const wechat = async (code: string) => (await mover.get(`/api/oauth/wechat/bind?code=${code}`)).message
      const enter = async (code: string) =>
        (await gateway.visitor().get(`/api/oauth/wechat?code=${code}`)).data.username
      expect(await wechat('1')).toBe('')
      expect(await wechat('2')).toBe('')
      expect(await wechat('2')).toBe('')
      expect((await mover.get('/api/user/self')).data.wechat_id).toBe('open-2')
      expect(await enter('2')).toBe('mover')
      expect(await enter('1')).not.toBe('mover')
      expect(await wechat('1')).toBe('This WeChat account is connected to another account')
      expect((await github(mover, '71')).message).toBe('bind')
      expect((await github(mover, '72')).message).toBe('bind')
      expect((await mover.get('/api/user/self')).data).toMatchObject({ github_id: '72', wechat_id: 'open-2' })
    })

    it('whoever came from elsewhere sets a first password while his sign-in is fresh, and signs in with it', async () => {
      const client = gateway.visitor()
      client.userId = (await github(client, '81')).data.id
      const choose = (password: string) => client.put('/api/user/self', { password })
      await makeStale(gateway, client)
      expect((await choose('first-password-1')).code).toBe('fresh_signin_needed')
      expect((await client.get('/api/user/proof')).data).toEqual({ fresh: false, password: false })
      await makeFresh(gateway, client)
      expect((await choose('first-password-1')).message).toBe('')
      expect((await client.get('/api/user/proof')).data.password).toBe(true)
      const back = await gateway.signIn('hub81', 'first-password-1')
      expect(back.userId).toBe(client.userId)
      expect((await choose('other-password-1')).success).toBe(false)
    })

    const telegram = (id: string) => {
      const fields: Record<string, string> = { auth_date: String(Math.floor(Date.now() / 1000)), id }
      const text = Object.keys(fields)
        .sort()
        .map((name) => `${name}=${fields[name]}`)
        .join('\n')
      const key = createHash('sha256').update('bot-token').digest()
      return new URLSearchParams({ ...fields, hash: createHmac('sha256', key).update(text).digest('hex') }).toString()
    }

    it.each([
      ['an ordinary user', 1, '/personal'],
      ['an administrator', 10, '/setting'],
    ])('a browser that the widget of Telegram sends back binds with its cookie alone: %s', async (_who, role, page) => {
      const user = await gateway.asUser(`sent${role}`, role)
      const { userId } = user
      const bind = (headers: Record<string, string>) =>
        user.get(`/api/oauth/telegram/bind?${telegram(String(900 + role))}`, { headers })
      await makeStale(gateway, user)
      user.userId = 0
      expect((await bind({})).code).toBe('fresh_signin_needed')
      user.userId = userId
      await makeFresh(gateway, user)
      user.userId = 0
      for (const from of ['none', 'cross-site', 'same-site']) {
        expect([from, (await bind({ 'sec-fetch-site': from })).success]).toEqual([from, false])
      }
      expect((await bind({ 'new-api-user': '1' })).status).toBe(401)
      const sent = await bind({ 'sec-fetch-site': 'same-origin' })
      expect([sent.status, sent.headers.get('location')]).toEqual([302, page])
      expect((await user.get('/api/user/self')).status).toBe(401)
      user.userId = userId
      expect((await user.get('/api/user/self')).data.telegram_id).toBe(String(900 + role))
    })

    it('a call of the console that binds at Telegram is answered, not sent on', async () => {
      const user = await gateway.asUser('caller')
      expect(await user.get(`/api/oauth/telegram/bind?${telegram('950')}`)).toMatchObject({
        status: 200,
        success: true,
      })
    })

    it.each(redirectNames)('the reason with which %s sends somebody back is told', async (name) => {
      const client = gateway.visitor()
      const come = async (query: string) => {
        const { state } = await stateOf(client, name)
        return (await client.get(`/api/oauth/${name}?state=${state}&${query}`)).message
      }
      expect(await come('error=access_denied&error_description=Not+today')).toBe('The login was denied: Not today')
      expect(await come('error=access_denied')).toBe('The login was denied: access_denied')
    })

    it('the reason with which a place takes no code is told in both languages', async () => {
      const client = gateway.visitor()
      const { state, challenge } = await stateOf(client, 'oidc')
      const address = new URL(oidc.authorizationEndpoint)
      const wish = { client_id: 'gate', redirect_uri: `${site}/oauth/oidc`, response_type: 'code', scope: 'openid' }
      const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }
      address.search = new URLSearchParams({ ...wish, ...pkce, state }).toString()
      const back = `/api/oauth/oidc${(await oidc.agree(address.href, 'olga')).search}`
      const refused = await client.get(back, { headers: { 'accept-language': 'zh-CN' } })
      expect(refused.message).toBe('授权被拒绝：client authentication failed')
      login.answers['/github/token'] = () => ({
        body: { error: 'bad_verification_code', error_description: 'Too old.' },
      })
      expect((await github(client, '73')).message).toBe('The login was denied: Too old.')
      login.answers['/github/token'] = () => ({ status: 401, body: 'what is no refusal' })
      expect((await github(client, '73')).code).toBe('signin_unreachable')
    })

    it('the addresses of a real OpenID provider are read through the server, and none from where it may not go', async () => {
      const read = (url: string) => root.get(`/api/option/oidc_configuration?url=${encodeURIComponent(url)}`)
      const { data } = await read(`${new URL(oidc.tokenEndpoint).origin}/.well-known/openid-configuration`)
      expect(data).toEqual({
        authorization_endpoint: oidc.authorizationEndpoint,
        token_endpoint: oidc.tokenEndpoint,
        userinfo_endpoint: oidc.userInfoEndpoint,
      })
      expect((await read('http://169.254.169.254/.well-known/openid-configuration')).code).toBe('signin_unreachable')
    })

    it('they are read over https from a provider whose certificate is trusted, and from no other', async () => {
      const usual = getCACertificates('default')
      const trusted = makeCertificate()
      const client = { id: 'gate', secret: 'oidc-secret', redirectUri: `${site}/oauth/oidc` }
      const secure = await startOidcServer({ ...client, certificate: trusted })
      const unknown = await startOidcServer({ ...client, certificate: makeCertificate() })
      const read = ({ tokenEndpoint }: OidcServer) => {
        const url = `${new URL(tokenEndpoint).origin}/.well-known/openid-configuration`
        return root.get(`/api/option/oidc_configuration?url=${encodeURIComponent(url)}`)
      }
      try {
        setDefaultCACertificates([...usual, trusted.cert])
        expect(secure.tokenEndpoint).toMatch(/^https:/)
        expect((await read(secure)).data).toEqual({
          authorization_endpoint: secure.authorizationEndpoint,
          token_endpoint: secure.tokenEndpoint,
          userinfo_endpoint: secure.userInfoEndpoint,
        })
        expect((await read(unknown)).code).toBe('signin_unreachable')
      } finally {
        setDefaultCACertificates(usual)
        await Promise.all([secure.close(), unknown.close()])
      }
    })

    it('asks for the newest release where the super admin says, and tells whether there is anybody to ask', async () => {
      const admin = await gateway.asUser('minister', 10)
      const asks = async () => (await gateway.visitor().get('/api/status')).data.update_check
      const ask = () => admin.get('/api/option/latest_release')
      expect([await asks(), (await ask()).code]).toEqual([false, 'update_address_missing'])
      login.answers['/latest'] = () => ({
        body: { tag_name: 'v9.0.0', html_url: 'https://code.example/v9', draft: false },
      })
      await set({ UpdateAddress: `${login.url}/latest` })
      expect([await asks(), (await ask()).data]).toEqual([
        true,
        { tag_name: 'v9.0.0', html_url: 'https://code.example/v9' },
      ])
      login.answers['/latest'] = () => ({ body: { tag_name: 'v9', html_url: 'javascript:alert(1)' } })
      expect((await ask()).message).toBe('Couldn’t check for updates. Try again later.')
      await set({ UpdateAddress: 'http://169.254.169.254/latest' })
      expect((await ask()).code).toBe('update_unreachable')
      expect((await admin.put('/api/option/', { key: 'UpdateAddress', value: login.url })).success).toBe(false)
    })
  })
})
