import { beforeAll, describe, expect, it } from 'vitest'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { findBrokenInvariants } from '../db/invariants.ts'

describe('an option', () => {
  eachGateway((gateway) => {
    let root: TestClient
    beforeAll(async () => {
      root = await gateway().asRoot()
    })
    const put = async (key: string, value: string) => (await root.put('/api/option/', { key, value })).message
    const codeOf = async (key: string, value: string) => (await root.put('/api/option/', { key, value })).code

    it.each([
      ['oidc.enabled', 'oidc.client_id', 'x'],
      ['EmailVerificationEnabled', 'SMTPServer', 'mail.example'],
      ['TelegramOAuthEnabled', 'TelegramBotName', 'sluice_bot'],
      ['TurnstileCheckEnabled', 'TurnstileSecretKey', 'x'],
      ['GitHubOAuthEnabled', 'GitHubClientSecret', 'x'],
      ['CheckInEnabled', 'CheckInQuota', '5'],
    ])(
      '%s is not turned on before it can act, and what it needs is not emptied while it is on',
      async (name, need, value) => {
        await put('CheckInQuota', '0')
        const texts: Record<string, string> = {
          'oidc.client_secret': 'x',
          'oidc.authorization_endpoint': 'https://id.example/authorize',
          'oidc.token_endpoint': 'https://id.example/token',
          'oidc.user_info_endpoint': 'https://id.example/user',
          TelegramBotToken: '1:x',
          TurnstileSiteKey: 'x',
          GitHubClientId: 'x',
        }
        for (const [key, text] of Object.entries(texts)) expect(await put(key, text)).toBe('')
        expect(await put(name, 'true')).toBe(`Fill in “${need}” before turning on “${name}”`)
        expect(await put(need, value)).toBe('')
        expect(await put(name, 'true')).toBe('')
        const nothing = need === 'CheckInQuota' ? '0' : ''
        expect(await put(need, nothing)).toBe(`“${need}” cannot be empty while “${name}” is on: turn it off first`)
        expect(await put(name, 'false')).toBe('')
        expect(await put(need, nothing)).toBe('')
      },
    )

    it('that tells where mails go or a bot speaks has the form of such a name', async () => {
      expect(await put('SMTPServer', 'http://mail.example:25')).toMatch(/SMTPServer.*without http/)
      expect(await put('SMTPFrom', 'Somebody <a@mail.example>')).toMatch(/SMTPFrom.*not an email address/)
      expect(await put('TelegramBotName', '@sluice_bot')).toMatch(/TelegramBotName.*name of a bot/)
      for (const [key, text] of [
        ['SMTPServer', '10.0.0.1'],
        ['SMTPFrom', 'a@mail.example'],
        ['TelegramBotName', 'sluice_bot'],
      ] as const) {
        expect(await put(key, text)).toBe('')
      }
    })

    it('of check-ins contradicts no other', async () => {
      expect(await put('CheckInQuota', '500')).toBe('')
      expect(await codeOf('CheckInMaxQuota', '499')).toBe('option_contradicts')
      expect(await put('CheckInMaxQuota', '900')).toBe('')
      expect(await codeOf('CheckInQuota', '901')).toBe('option_contradicts')
      expect(await put('CheckInMaxQuota', '0')).toBe('')
      expect(await put('CheckInQuota', '901')).toBe('')
    })

    it('does not take from the super admin the last way to sign in', async () => {
      expect(await codeOf('PasswordLoginEnabled', 'false')).toBe('option_last_way')
      await put('GitHubClientSecret', 'x')
      expect(await put('GitHubOAuthEnabled', 'true')).toBe('')
      expect(await codeOf('PasswordLoginEnabled', 'false')).toBe('option_last_way')
      const identity = { provider: 'github', subject: '7', user_id: root.userId, name: 'root', created_at: 1 }
      await gateway().plane.database.query.insertInto('identities').values(identity).execute()
      expect(await put('PasswordLoginEnabled', 'false')).toBe('')
      expect(await codeOf('GitHubOAuthEnabled', 'false')).toBe('option_last_way')
      expect(await put('PasswordLoginEnabled', 'true')).toBe('')
      expect(await put('GitHubOAuthEnabled', 'false')).toBe('')
    })

    it('of what quota is worth stays as it is once there is any', async () => {
      expect(await put('QuotaPerUnit', '1000')).toBe('')
      expect(await put('QuotaPerUnit', '500000')).toBe('')
      await gateway().asUser('rich')
      expect(await put('QuotaPerUnit', '1000')).toBe('')
      expect(await put('QuotaPerUnit', '500000')).toBe('')
      await root.post('/api/redemption/', { name: 'promised', count: 1, quota: 5 })
      expect(await codeOf('QuotaPerUnit', '1000')).toBe('option_fixed_by_money')
      expect(await findBrokenInvariants(gateway().plane.database)).toEqual([])
    })
  })
})
