import { describe, expect, it } from 'vitest'
import type { UserAction } from '#contract/user-acts.ts'
import { type TestClient, userPassword } from '#testing/gateway.ts'
import { eachUserBench } from '#testing/user-bench.ts'
import { findBrokenInvariants } from '../db/invariants.ts'
import { webhookCall } from '../domain/messages/outbox.ts'

describe('a reason that an administrator gives', () => {
  eachUserBench(({ gateway, root, admin, manage }) => {
    const act = (id: number, action: UserAction, said: object, by: TestClient = admin()) =>
      by.post('/api/user/manage', { id, action, ...said })
    const signIn = (username: string, password = userPassword) =>
      gateway().visitor().post('/api/user/login', { username, password })
    const lastAct = async (id: number) => {
      const { items } = (await root().get(`/api/audit/?target=user:${id}`)).data
      return { action: items[0].action, after: JSON.parse(items[0].after) }
    }
    /** Nobody answers at this name, so that what is posted stays where it can be seen. */
    const withWebhook = async (name: string) => {
      const user = await gateway().asUser(name)
      await user.put('/api/user/setting', { notify_type: 'webhook', webhook_url: 'https://hooks.invalid.example/' })
      return user
    }
    const posted = async () => {
      const { database, domain } = gateway().plane
      const rows = await database.query.selectFrom('deliveries').selectAll().orderBy('id').execute()
      await database.query.deleteFrom('deliveries').execute()
      return rows.map(({ payload_sealed: sealed }) =>
        JSON.parse(webhookCall.parse(JSON.parse(domain.vault.open(sealed))).body),
      )
    }
    const ownRows = async (user: TestClient) =>
      (await user.get('/api/log/self?type=3')).data.items.map(
        ({ content, quota, other }: { content: string; quota: number; other: string }) => ({
          content,
          quota,
          happened: JSON.parse(other).happened,
        }),
      )

    it('stands in the audit log, and without being told the ban stays as silent as it was', async () => {
      const user = await withWebhook('silent')
      expect((await act(user.userId, 'disable', { reason: ' resold his keys ' })).success).toBe(true)
      const after = { status: 2, reason: 'resold his keys' }
      expect(await lastAct(user.userId)).toEqual({ action: 'user.disable', after })
      expect((await signIn('silent')).code).toBe('credentials_wrong')
      expect((await signIn('silent', 'another-one')).code).toBe('credentials_wrong')
      expect(await posted()).toEqual([])
      await act(user.userId, 'enable', {})
      expect(await ownRows(await gateway().signIn('silent', userPassword))).toEqual([])
    })

    it('T25: is learnt at sign-in by the right password alone, of a ban that was told', async () => {
      const user = await withWebhook('told')
      await act(user.userId, 'disable', { reason: 'resold his keys', tell: true })
      expect((await lastAct(user.userId)).after).toEqual({ status: 2, reason: 'resold his keys', told: true })
      expect((await signIn('told', 'another-one')).code).toBe('credentials_wrong')
      const refusal = await signIn('told')
      expect([refusal.status, refusal.code, refusal.message]).toEqual([
        403,
        'account_banned_because',
        'This account has been banned: resold his keys',
      ])
      const [notice, ...more] = await posted()
      expect(more).toEqual([])
      expect(notice).toMatchObject({ type: 'account_changed', values: ['resold his keys'] })
      expect(notice.content).toBe(
        '您的账户已被封禁。原因：resold his keys\nYour account was banned. Reason: resold his keys',
      )
    })

    it('ends with the ban: the next one tells what is said of it', async () => {
      const user = await gateway().asUser('twice')
      await act(user.userId, 'disable', { reason: 'first', tell: true })
      await act(user.userId, 'enable', { reason: 'a mistake', tell: true })
      const back = await gateway().signIn('twice', userPassword)
      expect(await ownRows(back)).toEqual([
        {
          content: 'Your account is no longer banned. Reason: a mistake',
          quota: 0,
          happened: { name: 'account_unbanned', values: { reason: 'a mistake' } },
        },
        {
          content: 'Your account was banned. Reason: first',
          quota: 0,
          happened: { name: 'account_banned', values: { reason: 'first' } },
        },
      ])
      await act(user.userId, 'disable', { reason: 'second' })
      expect((await signIn('twice')).code).toBe('credentials_wrong')
      await act(user.userId, 'enable', {})
      await act(user.userId, 'disable', { tell: true })
      expect((await signIn('twice')).code).toBe('account_banned')
    })

    it('comes with a credit into the log of the user, and to where he wants to be told', async () => {
      const user = await withWebhook('thanked')
      const change = (quota: number, said: object) => root().put('/api/user/', { id: user.userId, quota, ...said })
      await change(1000, { reason: 'found a fault', tell: true })
      expect((await lastAct(user.userId)).after).toEqual({ quota: 1000, reason: 'found a fault', told: true })
      await change(600, { reason: 'for the books' })
      expect((await lastAct(user.userId)).after).toEqual({ quota: 600, reason: 'for the books' })
      expect(await ownRows(user)).toEqual([
        {
          content: 'The quota was changed by an administrator from $0.002 to $0.0012',
          quota: -400,
          happened: { name: 'quota_changed', values: { before: 1000, after: 600 } },
        },
        {
          content: 'The quota was changed by an administrator from $0.00 to $0.002. Reason: found a fault',
          quota: 1000,
          happened: { name: 'quota_changed', values: { before: 0, after: 1000, reason: 'found a fault' } },
        },
      ])
      const notices = await posted()
      expect(notices.map(({ values }) => values)).toEqual([['$0.00', '$0.002', 'found a fault']])
      expect(await findBrokenInvariants(gateway().plane.database)).toEqual([])
    })

    it('stands with a deletion, of which the user is told where his notices go', async () => {
      const user = await withWebhook('leaving')
      await act(user.userId, 'delete', { reason: 'asked for it', tell: true })
      const { action, after } = await lastAct(user.userId)
      expect([action, after.reason, after.told]).toEqual(['user.delete', 'asked for it', true])
      expect((await posted()).map(({ values }) => values)).toEqual([['asked for it']])
    })

    it('is bounded, one line, and may be left out as ever', async () => {
      const { userId: id } = await gateway().asUser('plain')
      for (const reason of ['x'.repeat(201), 'two\nlines', 7]) {
        const refused = await act(id, 'disable', { reason })
        expect(['input_invalid', 'body_mistyped']).toContain(refused.code)
      }
      expect((await manage(id, 'disable')).data).toEqual({ role: 1, status: 2 })
      expect((await lastAct(id)).after).toEqual({ status: 2 })
    })
  })
})
