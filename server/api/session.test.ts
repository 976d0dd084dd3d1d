import { once } from 'node:events'
import { request } from 'node:http'
import { beforeAll, describe, expect, it } from 'vitest'
import { roles } from '#contract/user.ts'
import { openTestDatabase } from '#testing/database.ts'
import { eachGateway, startTestGateway, type TestClient, userPassword } from '#testing/gateway.ts'
import { makeStale, setProvedAt } from '#testing/session-proof.ts'
import { findUser, updateUser } from '../db/users.ts'

describe('signing in and out, and the own account', () => {
  eachGateway((gateway) => {
    let root: TestClient
    beforeAll(async () => {
      root = await gateway().asRoot()
    })

    const rowOf = async (id: number) => {
      const row = await findUser(gateway().plane.database.query, id)
      if (row === undefined) throw new Error(`no user ${id}`)
      return row
    }
    it('signs in with the username and with the email address, and says who one is', async () => {
      const user = await gateway().asUser('lena')
      await updateUser(gateway().plane.database.query, user.userId, { email: 'lena@example.com' })
      const again = await gateway().visitor().post('/api/user/login', {
        username: 'lena@example.com',
        password: userPassword,
      })
      expect(again.data).toMatchObject({ id: user.userId, username: 'lena', role: 1 })
      expect((await user.get('/api/user/self')).data.username).toBe('lena')
    })

    it('T17: neither login nor the own account tells a password or an access token', async () => {
      const user = await gateway().asUser('mona')
      await user.get('/api/user/token')
      const login = await gateway().visitor().post('/api/user/login', { username: 'mona', password: userPassword })
      const self = await user.get('/api/user/self')
      for (const { text } of [login, self]) expect(text).not.toMatch(/password|access_token|hash/)
    })

    it('T18: what a user may not change about himself is refused by its name, and nothing else is done', async () => {
      const user = await gateway().asUser('nora')
      const before = await rowOf(user.userId)
      const forged = {
        role: 100,
        quota: 1_000_000,
        group: 'vip',
        status: 2,
        id: 1,
        aff_quota: 5,
        inviter_id: 1,
        github_id: 'x',
      }
      for (const [field, value] of Object.entries(forged)) {
        const answer = await user.put('/api/user/self', { display_name: 'Nora', [field]: value })
        expect([answer.code, answer.message]).toEqual(['field_not_changeable', `${field} cannot be changed here`])
      }
      const others = { access_token_hash: 'x', password_hash: 'x' }
      expect((await user.put('/api/user/self', { display_name: 'Nora', ...others })).success).toBe(true)
      expect(await rowOf(user.userId)).toEqual({ ...before, display_name: 'Nora', search_text: 'nora\nnora\n' })
    })

    it('T21: a demotion, a ban and a deletion by the super admin act on the next call, and on logins', async () => {
      const admin = await gateway().asUser('olga', roles.admin)
      const manage = (action: string) => root.post('/api/user/manage', { id: admin.userId, action })
      const login = async () => {
        const answer = await gateway().visitor().post('/api/user/login', { username: 'olga', password: userPassword })
        return [answer.status, answer.code]
      }
      expect((await admin.get('/api/channel/')).status).toBe(200)
      await manage('demote')
      expect((await admin.get('/api/channel/')).code).toBe('role_insufficient')
      expect((await admin.get('/api/user/self')).status).toBe(200)
      await manage('disable')
      expect((await admin.get('/api/user/self')).status).toBe(401)
      expect(await login()).toEqual([200, 'credentials_wrong'])
      await manage('enable')
      expect(await login()).toEqual([200, undefined])
      const again = await gateway().signIn('olga', userPassword)
      await manage('delete')
      expect((await again.get('/api/user/self')).status).toBe(401)
      expect(await login()).toEqual([200, 'credentials_wrong'])
    })

    it('T21: a new password ends the other sessions and keeps the one that set it', async () => {
      const user = await gateway().asUser('pia')
      const elsewhere = await gateway().signIn('pia', userPassword)
      const change = { password: 'another-password', original_password: userPassword }
      expect((await user.put('/api/user/self', change)).success).toBe(true)
      expect((await elsewhere.get('/api/user/self')).status).toBe(401)
      expect((await user.get('/api/user/self')).status).toBe(200)
      await gateway().signIn('pia', 'another-password')
    })

    it('a password is changed by a session that knows the current one, and by nothing else', async () => {
      const user = await gateway().asUser('quentin')
      const { data: token } = await user.get('/api/user/token')
      const tool = gateway().visitor()
      tool.userId = user.userId
      const headers = { authorization: `Bearer ${token}` }
      const change = { password: 'another-password', original_password: userPassword }
      expect((await tool.put('/api/user/self', change, { headers })).code).toBe('session_needed')
      expect((await user.put('/api/user/self', { password: 'another-password' })).code).toBe('password_current_wrong')
      await makeStale(gateway(), user)
      expect((await user.put('/api/user/self', { ...change, original_password: '' })).success).toBe(false)
      expect((await user.put('/api/user/self', change)).success).toBe(true)
    })

    it('who has no password yet sets one after a fresh sign-in only', async () => {
      const user = await gateway().asUser('una')
      await updateUser(gateway().plane.database.query, user.userId, { password_hash: '' })
      await makeStale(gateway(), user)
      const set = () => user.put('/api/user/self', { password: 'another-password', original_password: '' })
      expect((await set()).code).toBe('fresh_signin_needed')
      expect((await user.get('/api/user/proof')).data).toEqual({ fresh: false, password: false })
      expect((await user.post('/api/user/proof', { password: '' })).code).toBe('password_current_wrong')
      await setProvedAt(gateway(), user, Math.floor(Date.now() / 1000) - 590)
      expect((await set()).success).toBe(true)
      await gateway().signIn('una', 'another-password')
    })

    it('another login name wants a fresh session or the current password, another display name neither', async () => {
      const user = await gateway().asUser('viola')
      await makeStale(gateway(), user)
      const rename = (fields: object) => user.put('/api/user/self', fields)
      expect((await rename({ username: 'viola', display_name: 'Viola' })).success).toBe(true)
      expect((await rename({ username: 'violet' })).code).toBe('fresh_signin_needed')
      expect((await rename({ username: 'violet', original_password: 'wrong' })).code).toBe('password_current_wrong')
      expect((await rename({ username: 'violet', original_password: userPassword })).success).toBe(true)
      expect((await rowOf(user.userId)).username).toBe('violet')
    })

    it('a session stays fresh for ten minutes, and the current password makes it so again', async () => {
      const user = await gateway().asUser('willa')
      const elsewhere = await gateway().signIn('willa', userPassword)
      const isFresh = async (client: TestClient) => (await client.get('/api/user/proof')).data.fresh
      expect(await isFresh(user)).toBe(true)
      await makeStale(gateway(), user)
      await makeStale(gateway(), elsewhere)
      expect(await isFresh(user)).toBe(false)
      expect((await user.get('/api/user/token')).code).toBe('fresh_signin_needed')
      expect((await user.post('/api/user/proof', { password: 'wrong' })).code).toBe('password_current_wrong')
      expect(await isFresh(user)).toBe(false)
      expect((await user.post('/api/user/proof', { password: userPassword })).success).toBe(true)
      expect([await isFresh(user), await isFresh(elsewhere)]).toEqual([true, false])
      expect((await user.get('/api/user/token')).success).toBe(true)
    })

    it('a current password that is sent must be right', async () => {
      const user = await gateway().asUser('rosa')
      const answer = await user.put('/api/user/self', { password: 'another-password', original_password: 'wrong' })
      expect(answer.code).toBe('password_current_wrong')
      await gateway().signIn('rosa', userPassword)
    })

    it('T22: login makes a new session id, and logout ends the session for good', async () => {
      const user = await gateway().asUser('sara')
      const before = user.cookie
      await user.post('/api/user/login', { username: 'sara', password: userPassword })
      expect(user.cookie).not.toBe(before)
      const replay = gateway().visitor()
      Object.assign(replay, { userId: user.userId, cookie: before })
      expect((await replay.get('/api/user/self')).status).toBe(401)
      replay.cookie = user.cookie
      await user.get('/api/user/logout')
      expect(user.cookie.split('; ')).toContain('session=')
      expect((await replay.get('/api/user/self')).status).toBe(401)
    })

    it('T22: the cookie cannot be read by scripts and does not travel to or from other sites', async () => {
      await gateway().asUser('tina')
      const answer = await gateway().visitor().post('/api/user/login', { username: 'tina', password: userPassword })
      const [cookie] = answer.headers.getSetCookie()
      expect(cookie).toMatch(/^session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/)
    })

    it('T23: the user-id header must be there, once, and exactly the id', async () => {
      const user = await gateway().asUser('udo')
      const { cookie, userId } = user
      const bare = gateway().visitor()
      bare.cookie = cookie
      const status = async (headers: Record<string, string>) => (await bare.get('/api/user/self', { headers })).status
      expect(await status({})).toBe(401)
      for (const wrong of ['01', '1e0', `${userId + 1}`, `${userId}.0`, `+${userId}`, `${userId}, ${userId}`, `0x1`]) {
        expect([wrong, await status({ 'new-api-user': wrong })]).toEqual([wrong, 401])
      }
      for (const name of ['new-api-user', 'veloera-user', 'user-id']) {
        expect([name, await status({ [name]: String(userId) })]).toEqual([name, 200])
      }
      expect(await status({ 'new-api-user': String(userId), 'user-id': '1' })).toBe(401)
      const twice = request(`${gateway().url}/api/user/self`, {
        headers: { cookie, 'new-api-user': [String(userId), String(userId)] },
      })
      twice.end()
      const [response] = await once(twice, 'response')
      response.resume()
      expect(response.statusCode).toBe(401)
    })

    it('T24: right logins do not add up to a lock', async () => {
      await gateway().asUser('wanda')
      for (let index = 0; index < 12; index += 1) await gateway().signIn('wanda', userPassword)
    })

    it('T24: an address has twenty tries in twenty minutes', async () => {
      const stranger = gateway().visitor()
      const statuses: number[] = []
      for (let index = 0; index < 22; index += 1) {
        const body = { username: `nobody${index}`, password: 'wrong' }
        statuses.push((await stranger.post('/api/user/login', body)).status)
      }
      expect(statuses.filter((status) => status === 200)).toHaveLength(20)
      expect(statuses.at(-1)).toBe(429)
    })

    it('T25: an unknown name and a wrong password are told alike', async () => {
      await gateway().asUser('xenia')
      const known = await gateway().visitor().post('/api/user/login', { username: 'xenia', password: 'wrong' })
      const unknown = await gateway().visitor().post('/api/user/login', { username: 'nobody', password: 'wrong' })
      expect(known.text).toBe(unknown.text)
    })

    it('keeps an account from being deleted when it is the last that could repair things', async () => {
      expect((await root.remove('/api/user/self')).code).toBe('root_protected')
    })

    it('deleting the own account ends its sessions and keeps its name', async () => {
      const user = await gateway().asUser('yana')
      expect((await user.remove('/api/user/self')).success).toBe(true)
      const login = await gateway().visitor().post('/api/user/login', { username: 'yana', password: userPassword })
      expect(login.code).toBe('credentials_wrong')
      const again = await gateway()
        .visitor()
        .post('/api/user/register', { username: 'yana', password: 'stone-river-1' })
      expect(again.code).toBe('username_taken')
    })

    it('groups and models of a user are those he may use', async () => {
      const user = await gateway().asUser('zoe')
      await updateUser(gateway().plane.database.query, user.userId, { group: 'inner' })
      gateway().plane.domain.identities.forgetUser(user.userId)
      const groups = await user.get('/api/user/self/groups', { headers: { 'accept-language': 'en' } })
      expect(groups.data).toMatchObject({ default: { ratio: 1 }, inner: { ratio: 1, desc: 'Account group' } })
      const inFrench = await user.get('/api/user/self/groups', { headers: { 'accept-language': 'fr' } })
      expect(inFrench.data).toMatchObject({ inner: { ratio: 1, desc: 'Groupe du compte' } })
      expect(Object.keys((await gateway().visitor().get('/api/user/groups')).data)).not.toContain('inner')
      await root.post('/api/channel/', { name: 'c', key: 'k', models: 'm-default', group: 'default' })
      await root.post('/api/channel/', { name: 'c', key: 'k', models: 'm-inner', group: 'inner' })
      await root.post('/api/channel/', { name: 'c', key: 'k', models: 'm-svip', group: 'svip' })
      expect((await user.get('/api/user/models')).data).toEqual(['m-default', 'm-inner'])
    })
  })
})

describe('after a restart', () => {
  it('T22: a session goes on with the same secret, and is unknown with another', async () => {
    const { place, remove } = await openTestDatabase('sqlite')
    const visit = async (secret: string, signedIn?: TestClient) => {
      const gateway = await startTestGateway({ place, environment: { SLUICE_SECRET: secret } })
      const client = Object.assign(gateway.visitor(), signedIn && { cookie: signedIn.cookie, userId: signedIn.userId })
      const user = signedIn ? client : await gateway.asUser('ada')
      const { status, code } = await user.get('/api/user/self')
      await gateway.close()
      return { user, status, code }
    }
    try {
      const { user, status } = await visit('the-secret-of-before')
      expect(status).toBe(200)
      expect(await visit('another-secret-now', user)).toMatchObject({ status: 401, code: 'not_signed_in' })
      expect(await visit('the-secret-of-before', user)).toMatchObject({ status: 200 })
    } finally {
      await remove()
    }
  })
})
