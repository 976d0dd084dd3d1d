import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languageCodes } from '#contract/languages.ts'
import { makeCertificate } from '#testing/certificate.ts'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { settlement } from '#testing/rows.ts'
import { makeFresh } from '#testing/session-proof.ts'
import { type Mailbox, startMailbox } from '#testing/smtp-server.ts'
import { webhookCall } from '../domain/messages/outbox.ts'

const certificate = makeCertificate()
const account = { user: 'mail@sluice.example', password: 'mail-password' }

describe('what nobody asked for', () => {
  eachGateway((gateway) => {
    let mailbox: Mailbox
    let root: TestClient
    const domain = () => gateway().plane.domain
    const address = (name: string) => `${name}-${gateway().plane.database.engine}@example.com`

    beforeAll(async () => {
      setDefaultCACertificates([certificate.cert])
      mailbox = await startMailbox({ certificate, encryption: 'upgrade', account })
      root = await gateway().asRoot()
      for (const [key, value] of [
        ['SMTPServer', '127.0.0.1'],
        ['SMTPPort', String(mailbox.port)],
        ['SMTPAccount', account.user],
        ['SMTPToken', account.password],
        ['SystemName', 'Gate'],
        ['ServerAddress', 'https://gate.example.com'],
      ] as const) {
        await makeFresh(gateway(), root)
        const answer = await root.put('/api/option/', { key, value })
        if (!answer.success) throw new Error(answer.text)
      }
    })
    afterAll(async () => {
      setDefaultCACertificates(getCACertificates('bundled'))
      await mailbox.close()
    })

    /** A user with an address for notices, and what else he set. */
    const userWith = async (name: string, setting: object) => {
      const user = await gateway().asUser(name)
      const answer = await user.put('/api/user/setting', { notification_email: address(name), ...setting })
      if (!answer.success) throw new Error(answer.text)
      return user
    }
    const runLow = async ({ userId }: TestClient) => {
      await domain().ledger.credit({ ref: `test:${userId}`, userId, kind: 'gift', amount: 5000, operatorId: 0 })
      const hold = await domain().ledger.hold({ userId, tokenId: 0, amount: 4500, least: 4500 })
      await domain().ledger.settle(hold, settlement({ userId, username: '', tokenId: 0, channelId: 0, quota: 4500 }))
      await domain().quotaWatch.check()
    }
    const ban = ({ userId }: TestClient) =>
      root.post('/api/user/manage', { id: userId, action: 'disable', reason: 'resold his keys', tell: true })

    it('is mailed in the language that its reader keeps: a low quota in French', async () => {
      await runLow(await userWith('camille', { language: 'fr', quota_warning_threshold: 1000 }))
      const mail = await mailbox.mailTo(address('camille'))
      expect(mail.subject).toBe('Votre solde est presque épuisé · Gate')
      expect(mail.text).toContain('Votre solde est de $0.001. Rechargez-le pour éviter toute interruption')
      expect(mail.text).toContain('https://gate.example.com/topup')
      expect(mail.text).toContain('Vous pouvez changer la façon d’être prévenu')
      expect(mail.text).not.toMatch(/\p{Script=Han}|balance/u)
    })

    it.each([
      ['en', 'Your account was changed', 'Your account was banned. Reason: resold his keys'],
      ['zh', '您的账户有变更', '您的账户已被封禁。原因：resold his keys'],
      ['ja', 'アカウントが変更されました', 'アカウントの利用が停止されました。理由：resold his keys'],
      ['fr', 'Votre compte a été modifié', 'Votre compte a été bloqué. Motif : resold his keys'],
      ['ru', 'Ваш аккаунт изменён', 'Ваш аккаунт заблокирован. Причина: resold his keys'],
      ['vi', 'Tài khoản của bạn đã thay đổi', 'Tài khoản của bạn đã bị cấm. Lý do: resold his keys'],
    ])('is mailed in %s alone to who keeps that: what was done to his account', async (language, title, text) => {
      await ban(await userWith(`in-${language}`, { language }))
      const mail = await mailbox.mailTo(address(`in-${language}`))
      expect(mail.subject).toBe(`${title} · Gate`)
      expect(mail.text?.split('\n')[0]).toBe(text)
    })

    it('comes in both languages of the server to who keeps none', async () => {
      await ban(await userWith('nolang', {}))
      const mail = await mailbox.mailTo(address('nolang'))
      expect(mail.subject).toBe('您的账户有变更 / Your account was changed · Gate')
      expect(mail.text).toContain('您的账户已被封禁。原因：resold his keys\n\nYour account was banned.')
    })

    it('is worded so for webhooks as well, with the same figures', async () => {
      // Nobody answers at this name, so that what is posted stays where it can be seen.
      const hook = { notify_type: 'webhook', webhook_url: 'https://hooks.invalid.example/' }
      await ban(await userWith('hook', { ...hook, language: 'ru' }))
      const [row] = await gateway()
        .plane.database.query.selectFrom('deliveries')
        .selectAll()
        .where('kind', '=', 'webhook')
        .execute()
      const { body } = webhookCall.parse(JSON.parse(domain().vault.open(row?.payload_sealed ?? '')))
      expect(JSON.parse(body)).toMatchObject({
        type: 'account_changed',
        title: 'Ваш аккаунт изменён',
        content: 'Ваш аккаунт заблокирован. Причина: resold his keys',
        values: ['resold his keys'],
      })
    })

    it('reaches the super admin in his own language', async () => {
      await root.put('/api/user/setting', { notification_email: address('root'), language: 'vi' })
      const { notifications } = domain()
      const titles = { en: 'One', zh: '一', ja: 'ひとつ', fr: 'Un', ru: 'Один', vi: 'Một' }
      notifications.notifyRoot('channel_test', { title: titles, text: titles })
      expect((await mailbox.mailTo(address('root'))).subject).toBe('Một · Gate')
    })
  })
})

describe('the language of a user', () => {
  eachGateway((gateway) => {
    it('is one of the six, is told with his settings, and stays until he picks another', async () => {
      await gateway().asRoot()
      const ann = await gateway().asUser('ann')
      const kept = async () => JSON.parse((await ann.get('/api/user/self')).data.setting).language
      expect(await kept()).toBeUndefined()
      for (const language of languageCodes) {
        expect((await ann.put('/api/user/setting', { language })).success).toBe(true)
        expect(await kept()).toBe(language)
      }
      for (const language of ['de', 'zh-CN', '', null, 1, ['fr'], 'toString']) {
        expect((await ann.put('/api/user/setting', { language })).success).toBe(false)
      }
      await ann.put('/api/user/setting', { quota_warning_threshold: 700 })
      expect(await kept()).toBe(languageCodes.at(-1))
    })

    it('and what he saves at the same moment both stay', async () => {
      await gateway().asRoot()
      const bob = await gateway().asUser('bob')
      for (let turn = 1; turn <= 5; turn += 1) {
        await Promise.all([
          bob.put('/api/user/setting', { language: turn % 2 ? 'fr' : 'ru' }),
          bob.put('/api/user/setting', { quota_warning_threshold: turn }),
        ])
        expect(JSON.parse((await bob.get('/api/user/self')).data.setting)).toMatchObject({
          language: turn % 2 ? 'fr' : 'ru',
          quota_warning_threshold: turn,
        })
      }
    })

    it('that the console does not speak any more costs nobody his other settings', async () => {
      await gateway().asRoot()
      const cleo = await gateway().asUser('cleo')
      const setting = JSON.stringify({ language: 'tlh', quota_warning_threshold: 900 })
      const { database, domain } = gateway().plane
      await database.query.updateTable('users').set({ setting }).where('id', '=', cleo.userId).execute()
      domain.identities.forgetUser(cleo.userId)
      const shown = JSON.parse((await cleo.get('/api/user/self')).data.setting)
      expect([shown.language, shown.quota_warning_threshold]).toEqual([undefined, 900])
    })
  })
})
