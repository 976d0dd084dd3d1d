import { beforeAll, describe, expect, it } from 'vitest'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { findUser } from '../db/users.ts'

describe('the own settings', () => {
  eachGateway((gateway) => {
    let ann: TestClient
    beforeAll(async () => {
      await gateway().asRoot()
      ann = await gateway().asUser('ann')
    })
    const put = (body: unknown) => ann.put('/api/user/setting', body)
    const setting = async () => JSON.parse((await ann.get('/api/user/self')).data.setting)

    it('start with the defaults, and keep what is not sent', async () => {
      expect(await setting()).toMatchObject({ notify_type: 'email', webhook_url: '', notification_email: '' })
      const webhook = { notify_type: 'webhook', webhook_url: 'https://hooks.example.com/sluice?a=1' }
      expect((await put({ ...webhook, quota_warning_threshold: 500_000 })).success).toBe(true)
      expect((await put({ accept_unset_model_ratio_model: true })).success).toBe(true)
      expect((await put({ notification_email: ' Ann@Example.COM ' })).success).toBe(true)
      expect(await setting()).toEqual({
        ...webhook,
        quota_warning_threshold: 500_000,
        webhook_secret: '',
        webhook_secret_set: false,
        notification_email: 'ann@example.com',
        accept_unset_model_ratio_model: true,
      })
      expect((await gateway().plane.domain.identities.user(ann.userId))?.setting.accept_unset_model_ratio_model).toBe(
        true,
      )
    })

    it('take the secret of the webhook, and never show it again', async () => {
      expect((await put({ webhook_secret: 'hook-secret-1' })).success).toBe(true)
      const self = await ann.get('/api/user/self')
      expect(self.text).not.toContain('hook-secret-1')
      expect(await setting()).toMatchObject({ webhook_secret: '', webhook_secret_set: true })
      const row = await findUser(gateway().plane.database.query, ann.userId)
      expect(row?.setting).not.toContain('hook-secret-1')
      await put({ accept_unset_model_ratio_model: false })
      expect((await setting()).webhook_secret_set).toBe(true)
      await put({ webhook_secret: '' })
      expect((await setting()).webhook_secret_set).toBe(false)
      expect(gateway().logLines.join('\n')).not.toContain('hook-secret-1')
    })

    it('need an address for a webhook, and a threshold above nothing', async () => {
      const bob = await gateway().asUser('bob')
      expect((await bob.put('/api/user/setting', { notify_type: 'webhook' })).code).toBe('webhook_url_missing')
      for (const quota_warning_threshold of [0, -1, 1.5, 1e308, '5', null]) {
        expect((await put({ quota_warning_threshold })).success).toBe(false)
      }
      expect((await put({ notify_type: 'pigeon' })).success).toBe(false)
      expect((await setting()).quota_warning_threshold).toBe(500_000)
    })

    it('T32, T34: refuse every webhook address that is not a public one with https, all with one answer', async () => {
      const hosts = [
        '127.0.0.1',
        '0.0.0.0',
        '[::]',
        '[::1]',
        '[::ffff:127.0.0.1]',
        '2130706433',
        '0x7f.1',
        '127.1',
        'localhost',
        'localhost.',
        'LOCALHOST',
        'a.localhost',
        'printer.local',
        'intranet',
        'db.internal',
        '169.254.169.254',
        '100.64.0.1',
        '[fd00::1]',
        '[fec0::1]',
        '[2002:7f00:1::]',
        '[64:ff9b::7f00:1]',
        'metadata.google.internal',
      ]
      const odd = [
        'http://hooks.example.com/',
        'ftp://hooks.example.com/',
        'file:///etc/passwd',
        'gopher://hooks.example.com/',
        'data:text/plain,a',
        'javascript:alert(1)',
        'hooks.example.com',
        '//hooks.example.com',
        'https://',
        'https://hooks.example.com/#a',
        'https://user:password@hooks.example.com/',
        'https://hooks.example.com\\@127.0.0.1/',
        'https://hooks.example.com/a b',
        'https://hooks.example.com:22/',
        'https://hooks.example.com:25/',
        'https://hooks.example.com:6379/',
      ]
      for (const webhook_url of [...hosts.map((host) => `https://${host}/hook`), ...odd]) {
        expect([webhook_url, (await put({ webhook_url })).code]).toEqual([webhook_url, 'webhook_url_refused'])
      }
      for (const webhook_url of ['https://hooks.example.com/\r\nx: y', 'https://hooks.example.com/\t']) {
        expect((await put({ webhook_url })).code).toBe('input_invalid')
      }
      expect((await setting()).webhook_url).toBe('https://hooks.example.com/sluice?a=1')
    })

    it('T63: take neither a second recipient nor a second header', async () => {
      for (const notification_email of ['a@x.com;b@y.com', 'a@x.com,b@y.com', 'a@x.com\r\nBcc: b@y.com', 'a', 'a@b']) {
        expect((await put({ notification_email })).success).toBe(false)
      }
      for (const webhook_secret of ['a\r\nx-admin: 1', 'a\nb', 'a b', 'ü', 'x'.repeat(257)]) {
        expect((await put({ webhook_secret })).success).toBe(false)
      }
      expect(await setting()).toMatchObject({ notification_email: 'ann@example.com', webhook_secret_set: false })
      expect((await put({ notification_email: '' })).success).toBe(true)
    })

    it('T18: change nothing else of the account, and nobody else’s', async () => {
      const { quota, role, group } = (await ann.get('/api/user/self')).data
      await put({ id: 1, user_id: 1, role: 100, quota: 9_999_999, group: 'vip', notify_type: 'email' })
      expect((await ann.get('/api/user/self')).data).toMatchObject({ quota, role, group })
      expect((await gateway().visitor().put('/api/user/setting', {})).status).toBe(401)
    })
  })
})
