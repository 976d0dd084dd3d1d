import { createHash, createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RedirectName, redirectNames } from '#contract/signin.ts'
import { eachDatabase } from '#testing/database.ts'
import { startTestGateway, type TestClient, type TestGateway } from '#testing/gateway.ts'
import { type LoginServer, startLoginServer } from '#testing/login-server.ts'
import { createMovableClock } from '#testing/movable-clock.ts'
import { type OidcServer, startOidcServer } from '#testing/oidc-server.ts'
import { makeFresh, makeStale } from '#testing/session-proof.ts'
import { listIdentities } from '../db/identities.ts'
import { findBrokenInvariants } from '../db/invariants.ts'
import { updateUser } from '../db/users.ts'

const site = 'https://gate.example.com'

describe('signing in with an account from elsewhere', () => {
  eachDatabase((_engine, _open, openPlace) => {
    const clock = createMovableClock()
    let login: LoginServer
    let oidc: OidcServer
    let gateway: TestGateway
    let root: TestClient

    const set = async (values: Record<string, unknown>) => {
      await makeFresh(gateway, root)
      for (const [key, value] of Object.entries(values)) {
        const answer = await root.put('/api/option/', { key, value: String(value) })
        expect(answer.message).toBe('')
      }
    }

    beforeAll(async () => {
      login = await startLoginServer()
      oidc = await startOidcServer({ id: 'gate', secret: 'oidc-secret', redirectUri: `${site}/oauth/oidc` })
      const { place } = await openPlace()
      gateway = await startTestGateway({
        place,
        clock,
        environment: { ALLOW_PRIVATE_UPSTREAMS: 'true' },
        signinAddresses: {
          github: { token: `${login.url}/github/token`, account: `${login.url}/github/user` },
          linuxdo: { token: `${login.url}/linuxdo/token`, account: `${login.url}/linuxdo/user` },
        },
      })
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
        'oidc.client_secret': 'oidc-secret',
        'oidc.authorization_endpoint': oidc.authorizationEndpoint,
        'oidc.token_endpoint': oidc.tokenEndpoint,
        'oidc.user_info_endpoint': oidc.userInfoEndpoint,
        'oidc.enabled': true,
        QuotaForNewUser: 500,
        QuotaForInvitee: 20,
        QuotaForInviter: 30,
      })
      const token = (code: string) => ({ body: { access_token: code, token_type: 'bearer' } })
      Object.assign(login.answers, {
        '/github/token': token,
        '/linuxdo/token': token,
        '/github/user': (id: string) => ({ body: { id: Number(id), login: `hub${id}`, name: null } }),
        '/linuxdo/user': (id: string) => ({
          body: { id: Number(id), username: 'a name that is too long', name: 'Do' },
        }),
        '/api/wechat/user': (code: string) => ({ body: { success: code !== '0000', data: `open-${code}` } }),
      })
    })
    afterAll(async () => {
      expect(await findBrokenInvariants(gateway.plane.database)).toEqual([])
      await gateway.close()
      await oidc.close()
      await login.close()
    })

    const stateOf = async (client: TestClient, invite = '', provider: RedirectName = 'github') => {
      const answer = await client.get(`/api/oauth/state?aff=${invite}&provider=${provider}`)
      return { state: String(answer.data), challenge: String(JSON.parse(answer.text).code_challenge) }
    }

    const enterGithub = async (client: TestClient, code: string, invite = '') => {
      const { state } = await stateOf(client, invite)
      return client.get(`/api/oauth/github?code=${code}&state=${encodeURIComponent(state)}`)
    }

    it('makes a stranger a user, with his gift, and knows him the next time', async () => {
      const client = gateway.visitor()
      const first = await enterGithub(client, '4711')
      expect(first.data).toMatchObject({ username: 'hub4711', github_id: '4711', quota: 500, role: 1 })
      client.userId = first.data.id
      expect((await client.get('/api/user/self')).data.username).toBe('hub4711')
      expect(login.asked.find(({ path }) => path === '/github/token')?.form).toMatchObject({
        client_id: 'gh-id',
        client_secret: 'gh-secret',
        code: '4711',
      })
      const again = await enterGithub(gateway.visitor(), '4711')
      expect(again.data.id).toBe(first.data.id)
    })

    it('rewards whoever invited him, once', async () => {
      const inviter = await gateway.asUser('inviter')
      const code = (await inviter.get('/api/user/aff')).data
      const { data } = await enterGithub(gateway.visitor(), '4712', code)
      expect(data.quota).toBe(520)
      await enterGithub(gateway.visitor(), '4712', code)
      expect((await inviter.get('/api/user/self')).data).toMatchObject({ aff_quota: 30, aff_count: 1 })
    })

    it('makes one account of many who come with the same at once', async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => enterGithub(gateway.visitor(), '4713')))
      expect(new Set(answers.map(({ data }) => data?.id)).size).toBe(1)
    })

    it('T29: takes a state once, from the browser it was made for, and not for long', async () => {
      const client = gateway.visitor()
      const { state } = await stateOf(client)
      const come = (who: TestClient, wanted = state) => who.get(`/api/oauth/github?code=9&state=${wanted}`)
      expect(await come(gateway.visitor())).toMatchObject({ status: 403, code: 'signin_state_wrong' })
      expect(await come(client, '')).toMatchObject({
        status: 403,
        message: 'This login attempt has expired. Please try again.',
      })
      expect((await come(client)).success).toBe(true)
      const browser = gateway.visitor()
      const { state: old } = await stateOf(browser)
      clock.pass(601)
      expect((await come(browser, old)).status).toBe(403)
      const { state: used } = await stateOf(browser)
      expect((await come(browser, used)).success).toBe(true)
      expect((await come(browser, used)).status).toBe(403)
    })

    it('T29: takes a state back from no other provider than the one it was made for, in every pair of them', async () => {
      for (const made of redirectNames) {
        for (const used of redirectNames) {
          const client = gateway.visitor()
          const { state } = await stateOf(client, '', made)
          const answer = await client.get(`/api/oauth/${used}?code=nobody&state=${state}`)
          expect([made, used, answer.code === 'signin_state_wrong']).toEqual([made, used, made !== used])
        }
      }
    })

    it('T29: asks which provider a state is for where several are turned on', async () => {
      const answer = await gateway.visitor().get('/api/oauth/state')
      expect(answer).toMatchObject({ status: 400, code: 'signin_provider_missing' })
      await set({ 'oidc.enabled': false, LinuxDOOAuthEnabled: false })
      const client = gateway.visitor()
      const { data: state } = await client.get('/api/oauth/state')
      expect((await client.get(`/api/oauth/github?code=28&state=${state}`)).data.github_id).toBe('28')
      await set({ 'oidc.enabled': true, LinuxDOOAuthEnabled: true })
    })

    it('T29: signs nobody in with a state that was made to bind, nor the reverse', async () => {
      const user = await gateway.asUser('crossing')
      const toBind = await stateOf(user)
      const { userId } = user
      user.userId = 0
      expect((await user.get(`/api/oauth/github?code=10&state=${toBind.state}`)).status).toBe(403)
      const toEnter = await stateOf(user)
      user.userId = userId
      expect((await user.get(`/api/oauth/github?code=10&state=${toEnter.state}`)).status).toBe(403)
      expect((await user.get('/api/user/self')).data.github_id).toBe('')
    })

    it('binds an account to whoever is signed in, and to nobody else', async () => {
      const user = await gateway.asUser('binder')
      const bound = await enterGithub(user, '20')
      expect(bound).toMatchObject({ success: true, message: 'bind', data: null })
      expect((await user.get('/api/user/self')).data.github_id).toBe('20')
      expect((await enterGithub(gateway.visitor(), '20')).data.username).toBe('binder')
      const other = await gateway.asUser('binder2')
      expect(await enterGithub(other, '20')).toMatchObject({ success: false, code: 'identity_taken' })
      expect(
        (await other.get('/api/oauth/wechat/bind?code=77', { headers: { 'accept-language': 'zh-CN' } })).success,
      ).toBe(true)
      expect((await gateway.visitor().get('/api/oauth/wechat?code=77')).data.username).toBe('binder2')
    })

    const enterOidc = async (name: string) => {
      const client = gateway.visitor()
      const { state, challenge } = await stateOf(client, '', 'oidc')
      const address = new URL(oidc.authorizationEndpoint)
      address.search = new URLSearchParams({
        client_id: 'gate',
        redirect_uri: `${site}/oauth/oidc`,
        response_type: 'code',
        scope: 'openid profile email',
        code_challenge: challenge,
        code_challenge_method: 'S256',
        state,
      }).toString()
      const back = `/api/oauth/oidc${(await oidc.agree(address.href, name)).search}`
      return { answer: await client.get(back), again: () => client.get(back) }
    }

    it('signs in with a real OpenID provider: proof of the browser, name, and an address it vouches for', async () => {
      const { answer, again } = await enterOidc('olga')
      expect(answer.data).toMatchObject({
        username: 'olga',
        display_name: 'Whole Name of olga',
        email: 'olga@example.com',
        oidc_id: 'olga',
      })
      expect((await again()).status).toBe(403)
    })

    it('T31: gives nobody the name or the address of somebody else', async () => {
      const { answer: root } = await enterOidc('root')
      expect(root.data).toMatchObject({ role: 1, oidc_id: 'root' })
      expect(root.data.username).toMatch(/^oidc_\w{7}$/)
      const { answer: long } = await enterOidc('a'.repeat(200))
      expect(long.data.username).toMatch(/^oidc_\w{7}$/)
      const { answer: unproved } = await enterOidc('unverified')
      expect(unproved.data).toMatchObject({ username: 'unverified', email: '' })
      const { data } = await enterGithub(gateway.visitor(), '32')
      await updateUser(gateway.plane.database.query, data.id, { email: 'taken@example.com' })
      const { answer: second } = await enterOidc('taken')
      expect(second.data).toMatchObject({ username: 'taken', email: '' })
      expect(second.data.id).not.toBe(data.id)
    })

    it('believes no address that the provider does not vouch for, and takes another name for a long one', async () => {
      const client = gateway.visitor()
      const { state } = await stateOf(client, '', 'linuxdo')
      const answer = await client.get(`/api/oauth/linuxdo?code=31&state=${state}`)
      expect(answer.data).toMatchObject({ linux_do_id: '31', display_name: 'Do', email: '' })
      expect(answer.data.username).toMatch(/^linuxdo_\w{4}$/)
      const asked = login.asked.find(({ path }) => path === '/linuxdo/token')
      expect(asked?.authorization).toBe(`Basic ${Buffer.from('ld-id:ld-secret').toString('base64')}`)
      expect(asked?.form.redirect_uri).toBe(`${site}/oauth/linuxdo`)
    })

    it('binds another way in for a fresh session only, and whoever comes back with his own has a fresh one', async () => {
      const { database } = gateway.plane
      const client = gateway.visitor()
      client.userId = (await enterGithub(client, '61')).data.id
      const come = async (provider: RedirectName, code: string) => {
        const { state } = await stateOf(client, '', provider)
        return client.get(`/api/oauth/${provider}?code=${code}&state=${encodeURIComponent(state)}`)
      }
      const waysIn = async () => (await listIdentities(database.query, client.userId)).map(({ subject }) => subject)
      await makeStale(gateway, client)
      expect(await come('linuxdo', '62')).toMatchObject({ status: 403, code: 'fresh_signin_needed' })
      expect(await waysIn()).toEqual(['61'])
      expect((await come('github', '61')).data).toMatchObject({ id: client.userId, github_id: '61' })
      expect(await come('linuxdo', '62')).toMatchObject({ message: 'bind', data: null })
      expect((await waysIn()).sort()).toEqual(['61', '62'])
    })

    it('an access token binds nothing, and makes no state to bind with', async () => {
      const user = await gateway.asUser('tokenly')
      const { data: authorization } = await user.get('/api/user/token')
      const tool = gateway.visitor()
      tool.userId = user.userId
      const headers = { authorization }
      for (const path of [
        'state?provider=github',
        'github?code=63&state=x',
        'oidc?code=63&state=x',
        'wechat/bind?code=63',
      ]) {
        expect([path, (await tool.get(`/api/oauth/${path}`, { headers })).code]).toEqual([path, 'session_needed'])
      }
      const signed = await tool.get(`/api/oauth/telegram/bind?${telegram({ ...signedNow(), id: '63' })}`, { headers })
      expect(signed.code).toBe('session_needed')
      expect(await listIdentities(gateway.plane.database.query, user.userId)).toEqual([])
    })

    const telegram = (fields: Record<string, string>, token = 'bot-token') => {
      const key = createHash('sha256').update(token).digest()
      const text = Object.keys(fields)
        .sort()
        .map((name) => `${name}=${fields[name]}`)
        .join('\n')
      const hash = createHmac('sha256', key).update(text).digest('hex')
      return new URLSearchParams({ ...fields, hash, lang: 'en' }).toString()
    }
    const signedNow = () => ({ id: '99', first_name: 'Tel', auth_date: String(Math.floor(clock.now() / 1000)) })

    it('T30: believes what Telegram signed just now, and nothing else', async () => {
      const user = await gateway.asUser('telegraphist')
      expect((await user.get(`/api/oauth/telegram/login?${telegram(signedNow())}`)).code).toBe('identity_unbound')
      expect((await user.get(`/api/oauth/telegram/bind?${telegram(signedNow())}`)).success).toBe(true)
      const visitor = gateway.visitor()
      const message = telegram(signedNow())
      expect((await visitor.get(`/api/oauth/telegram/login?${message}`)).data.username).toBe('telegraphist')
      const forged = telegram(signedNow(), 'other-token')
      expect((await visitor.get(`/api/oauth/telegram/login?${forged}`)).code).toBe('telegram_unsigned')
      clock.pass(301)
      expect((await visitor.get(`/api/oauth/telegram/login?${message}`)).code).toBe('telegram_unsigned')
    })

    describe('T30: refuses every message of Telegram that is not to the letter what the bot signed', () => {
      const upper = (message: string) => message.replace(/(?<=hash=)[0-9a-f]+/, (hash) => hash.toUpperCase())
      const seconds = (from: number) => String(Math.floor(clock.now() / 1000) + from)
      const { id: _, ...nobody } = { id: '99', first_name: 'Tel' }
      it.each<[string, () => string]>([
        ['a date in the future', () => telegram({ ...signedNow(), auth_date: seconds(60) })],
        ['a date that is none', () => telegram({ ...signedNow(), auth_date: 'soon' })],
        ['a date with a fraction', () => telegram({ ...signedNow(), auth_date: `${seconds(0)}.5` })],
        ['no date', () => telegram({ id: '99', first_name: 'Tel' })],
        ['no id', () => telegram({ ...nobody, auth_date: seconds(0) })],
        ['an empty id', () => telegram({ ...signedNow(), id: '' })],
        ['an id that is no number', () => telegram({ ...signedNow(), id: '99 ' })],
        ['an id with a zero before it', () => telegram({ ...signedNow(), id: '099' })],
        ['a member more', () => `${telegram(signedNow())}&role=100`],
        ['a member less', () => telegram(signedNow()).replace('first_name=Tel&', '')],
        ['a member twice', () => `${telegram(signedNow())}&id=1`],
        ['a hash in capitals', () => upper(telegram(signedNow()))],
        ['a hash with something behind it', () => telegram(signedNow()).replace('&lang', '00&lang')],
        ['no hash', () => new URLSearchParams(signedNow()).toString()],
      ])('%s', async (_what, message) => {
        expect((await gateway.visitor().get(`/api/oauth/telegram/login?${message()}`)).success).toBe(false)
      })

      it('but one with any members that are all signed', async () => {
        const message = telegram({
          ...signedNow(),
          username: 'tel',
          photo_url: 'https://t.me/i/1.jpg',
          new_member: '1',
        })
        expect((await gateway.visitor().get(`/api/oauth/telegram/login?${message}`)).success).toBe(true)
      })
    })

    it('lets in nobody who is banned or gone', async () => {
      const { data } = await enterGithub(gateway.visitor(), '50')
      await updateUser(gateway.plane.database.query, data.id, { status: 2 })
      expect((await enterGithub(gateway.visitor(), '50')).code).toBe('account_banned')
      await updateUser(gateway.plane.database.query, data.id, { ban_told: 'spam' })
      expect((await enterGithub(gateway.visitor(), '50')).code).toBe('account_banned_because')
      await updateUser(gateway.plane.database.query, data.id, { status: 1, deleted_at: 1 })
      expect(await enterGithub(gateway.visitor(), '50')).toMatchObject({ code: 'account_closed' })
    })

    it('says when a place takes no code of ours, or tells of nobody', async () => {
      const { '/github/token': token, '/github/user': user } = login.answers
      login.answers['/github/token'] = () => ({ body: { token_type: 'bearer' } })
      expect(await enterGithub(gateway.visitor(), '51')).toMatchObject({
        success: false,
        code: 'signin_refused',
        message: expect.stringContaining('GitHub'),
      })
      Object.assign(login.answers, { '/github/token': token, '/github/user': () => ({ body: { login: 'nobody' } }) })
      expect(await enterGithub(gateway.visitor(), '51')).toMatchObject({ success: false, code: 'signin_refused' })
      Object.assign(login.answers, { '/github/user': user })
    })

    it.each([
      ['en', 'Login with GitHub is turned off'],
      ['zh-CN', '本站未开启 GitHub 登录'],
    ])('says in %s what is turned off', async (language, message) => {
      await set({ GitHubOAuthEnabled: false })
      const client = gateway.visitor()
      const { state } = await stateOf(client)
      const answer = await client.get(`/api/oauth/github?code=1&state=${state}`, {
        headers: { 'accept-language': language },
      })
      expect(answer.message).toBe(message)
      await set({ GitHubOAuthEnabled: true })
    })

    it('takes no strangers where registration is turned off, and says when a place gives no answer', async () => {
      await set({ RegisterEnabled: false })
      expect((await enterGithub(gateway.visitor(), '60')).code).toBe('register_off')
      await set({ RegisterEnabled: true })
      login.answers['/github/user'] = () => ({ status: 500, body: { secret: 'inside' } })
      const answer = await enterGithub(gateway.visitor(), '61')
      expect(answer.message).toBe('Couldn’t reach GitHub. Try again later.')
      expect((await gateway.visitor().get('/api/oauth/wechat?code=0000')).code).toBe('wechat_code_wrong')
      expect((await gateway.visitor().get('/api/oauth/wechat?code=')).code).toBe('signin_code_missing')
      const client = gateway.visitor()
      const { state } = await stateOf(client, '', 'linuxdo')
      const denied = await client.get(`/api/oauth/linuxdo?state=${state}&error=access_denied&error_description=No`)
      expect(denied.message).toBe('The login was denied: No')
      expect(gateway.logLines.join('\n')).not.toMatch(/gh-secret|ld-secret|oidc-secret/)
    })

    it('says loudly that nobody can sign in through a place, and quietly that an address tried out is none', async () => {
      const silent = () =>
        gateway.logLines
          .map((line) => JSON.parse(line))
          .filter(({ message }) => message === 'a place to sign in with gave no answer')
          .map(({ level, provider }) => `${level} ${provider}`)
      const before = silent().length
      await makeFresh(gateway, root)
      const url = encodeURIComponent(`${login.url}/nothing-here`)
      expect((await root.get(`/api/option/oidc_configuration?url=${url}`)).code).toBe('signin_unreachable')
      login.answers['/github/user'] = () => ({ status: 500, body: {} })
      expect((await enterGithub(gateway.visitor(), '62')).code).toBe('signin_unreachable')
      expect(silent().slice(before)).toEqual(['info oidc', 'error github'])
    })
  })
})
