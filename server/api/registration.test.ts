import { beforeAll, describe, expect, it } from 'vitest'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { insertVerificationCode } from '../db/verification-codes.ts'

describe('registering', () => {
  eachGateway((gateway) => {
    let root: TestClient
    beforeAll(async () => {
      root = await gateway().asRoot()
    })

    const setOption = async (key: string, value: string) => {
      const answer = await root.put('/api/option/', { key, value })
      if (!answer.success) throw new Error(answer.text)
    }
    const register = (body: Record<string, unknown>) => gateway().visitor().post('/api/user/register', body)

    it('makes an ordinary account', async () => {
      expect(
        (await register({ username: 'anna', password: 'stone-river-1', password2: 'stone-river-1' })).success,
      ).toBe(true)
      const client = await gateway().signIn('anna', 'stone-river-1')
      expect((await client.get('/api/user/self')).data).toMatchObject({
        role: 1,
        status: 1,
        quota: 0,
        group: 'default',
      })
    })

    it('T63: says what is wrong with a name or a password', async () => {
      const codes = async (body: Record<string, unknown>) => (await register(body)).code
      expect(await codes({ username: '', password: 'stone-river-1' })).toBe('credentials_missing')
      expect(await codes({ username: 'a@b', password: 'stone-river-1' })).toBe('username_invalid')
      expect(await codes({ username: 'thirteen-long', password: 'stone-river-1' })).toBe('username_invalid')
      expect(await codes({ username: 'a\r\nb', password: 'stone-river-1' })).toBe('username_invalid')
      expect(await codes({ username: 'short', password: '1234567' })).toBe('password_length')
      expect(await codes({ username: 'long', password: 'x'.repeat(129) })).toBe('password_length')
      expect(await codes({ username: 'two', password: 'stone-river-1', password2: 'stone-river-2' })).toBe(
        'passwords_differ',
      )
      expect(await codes({ username: 'root', password: 'stone-river-1' })).toBe('username_taken')
    })

    it('T63: takes passwords of every sign, and none of the commonest or like the name, however disguised', async () => {
      const codes = async (username: string, passwords: string[]) => {
        const answers = new Set<string | undefined>()
        for (const password of passwords) answers.add((await register({ username, password })).code)
        return [...answers]
      }
      const common = ['password1', 'PassWord1', '12345678', 'p@$$w0rd', 'ｐａｓｓｗｏｒｄ', 'qwertyuiop', 'iloveyou1']
      expect(await codes('mallory', common)).toEqual(['password_common'])
      const alike = [
        'mallory1',
        'Mallory2026!',
        'm4110ry!',
        'MALLORY.',
        '99mallory',
        'mallorymallory',
        'ｍａｌｌｏｒｙ1',
      ]
      expect(await codes('mallory', alike)).toEqual(['password_like_name'])
      expect(await codes('al', ['alalalal', 'al123456', '4l4l4l4l'])).toEqual(['password_like_name'])
      const signs = ['密码密码密码密码', ' two  spaces ', '🔑🗝️🔒🔓🔐🚪🏠🧱', 'a\n\tb"\'<&>', 'é'.repeat(128)]
      for (const [index, password] of signs.entries()) {
        expect((await register({ username: `signs${index}`, password })).code).toBeUndefined()
        await gateway().signIn(`signs${index}`, password)
      }
      await gateway().signIn('signs4', 'e\u0301'.repeat(128))
    })

    it('obeys the switches', async () => {
      for (const [key, off, on, code] of [
        ['RegisterEnabled', 'false', 'true', 'register_off'],
        ['PasswordRegisterEnabled', 'false', 'true', 'password_register_off'],
        ['SelfUseModeEnabled', 'true', 'false', 'register_off'],
      ] as const) {
        await setOption(key, off)
        expect((await register({ username: 'late', password: 'stone-river-1' })).code).toBe(code)
        await setOption(key, on)
      }
    })

    it('gives the newcomer and both ends of an invitation what the options promise, once', async () => {
      await setOption('QuotaForNewUser', '1000')
      await setOption('QuotaForInvitee', '300')
      await setOption('QuotaForInviter', '200')
      const inviter = await gateway().asUser('inviter')
      const { aff_code } = (await inviter.get('/api/user/self')).data
      expect((await register({ username: 'invited', password: 'stone-river-1', aff_code })).success).toBe(true)
      const invited = await gateway().signIn('invited', 'stone-river-1')
      expect((await invited.get('/api/user/self')).data).toMatchObject({ quota: 1300, inviter_id: inviter.userId })
      expect((await inviter.get('/api/user/self')).data).toMatchObject({
        aff_count: 1,
        aff_quota: 200,
        aff_history_quota: 200,
        quota: 0,
      })
      expect(
        (await invited.get('/api/log/self/')).data.items.map(({ type, quota }: { type: number; quota: number }) => [
          type,
          quota,
        ]),
      ).toEqual([
        [4, 300],
        [4, 1000],
      ])
      for (const key of ['QuotaForNewUser', 'QuotaForInvitee', 'QuotaForInviter']) await setOption(key, '0')
    })

    it('T53: a ring of accounts that invite each other from one address ends after twenty', async () => {
      await setOption('QuotaForInviter', '500')
      const inviter = await gateway().asUser('ringleader')
      const { data: aff_code } = await inviter.get('/api/user/aff')
      const stranger = gateway().visitor()
      const statuses: number[] = []
      for (let index = 0; index < 100; index += 1) {
        const body = { username: `ring${index}`, password: 'stone-river-1', aff_code }
        statuses.push((await stranger.post('/api/user/register', body)).status)
      }
      expect(statuses.filter((status) => status === 200)).toHaveLength(20)
      expect(new Set(statuses.slice(20))).toEqual(new Set([429]))
      expect((await inviter.get('/api/user/self')).data).toMatchObject({ aff_count: 20, aff_quota: 20 * 500 })
      await setOption('QuotaForInviter', '0')
    })

    it('T27: with email verification on, the code counts once, twenty-five guesses from all addresses are free, and the address is kept', async () => {
      await setOption('SMTPServer', '127.0.0.1')
      await setOption('EmailVerificationEnabled', 'true')
      const { database, domain } = gateway().plane
      const send = (target: string, code: string, expires_at = 9_999_999_999) =>
        insertVerificationCode(database.query, {
          purpose: 'email',
          target,
          code_hash: domain.vault.fingerprint(`email:${target}:${code}`),
          tries: 0,
          expires_at,
          used_at: null,
          created_at: 1,
        })
      const attempt = async (username: string, email: string, verification_code: string) =>
        (await register({ username, password: 'stone-river-1', email, verification_code })).code
      expect(await attempt('berta', '', '')).toBe('email_required')
      await send('berta@example.com', '123456')
      expect(await attempt('berta', 'berta@example.com', '654321')).toBe('email_code_wrong')
      expect(await attempt('berta', 'Berta@Example.com', '123456')).toBeUndefined()
      expect(await attempt('berta2', 'berta@example.com', '123456')).toBe('email_code_wrong')
      const client = await gateway().signIn('berta', 'stone-river-1')
      expect((await client.get('/api/user/self')).data.email).toBe('berta@example.com')
      await send('carl@example.com', '123456')
      for (let guess = 0; guess < 25; guess += 1) {
        expect(await attempt('carl', 'carl@example.com', `0000${guess + 10}`)).toBe('email_code_wrong')
      }
      expect(await attempt('carl', 'carl@example.com', '123456')).toBe('email_code_wrong')
      await send('dora@example.com', '123456', 1)
      expect(await attempt('dora', 'dora@example.com', '123456')).toBe('email_code_wrong')
      await setOption('EmailVerificationEnabled', 'false')
    })
  })
})
