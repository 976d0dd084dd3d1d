import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCertificate } from '#testing/certificate.ts'
import { eachGateway, type TestClient, userPassword } from '#testing/gateway.ts'
import { createMovableClock } from '#testing/movable-clock.ts'
import { makeFresh } from '#testing/session-proof.ts'
import { type Mailbox, startMailbox } from '#testing/smtp-server.ts'
import { measureInTurns, trimmedMean } from '#testing/timing.ts'
import { countDeliveries } from '../db/deliveries.ts'
import { bindEmail } from '../db/users.ts'

const certificate = makeCertificate()
const clock = createMovableClock()
const account = { user: 'mail@sluice.example', password: 'mail-password' }
const codeOf = (mail: { text?: string | undefined }) => /\b\d{6}\b/.exec(mail.text ?? '')?.[0] ?? ''
const linkOf = (mail: { text?: string | undefined }) => new URL(/https?:\/\/\S+/.exec(mail.text ?? '')?.[0] ?? '')

describe('proving an email address', () => {
  eachGateway(
    (gateway) => {
      let mailbox: Mailbox
      let root: TestClient
      let users = 0
      const setOption = async (key: string, value: string) => {
        await makeFresh(gateway(), root)
        const answer = await root.put('/api/option/', { key, value })
        if (!answer.success) throw new Error(answer.text)
      }
      const ask = (email: string, headers: Record<string, string> = {}) =>
        gateway()
          .visitor()
          .get(`/api/verification?email=${encodeURIComponent(email)}`, { headers })
      const askReset = (email: string, headers: Record<string, string> = {}) =>
        gateway()
          .visitor()
          .get(`/api/reset_password?email=${encodeURIComponent(email)}`, { headers })
      const reset = (email: string, token: string) => gateway().visitor().post('/api/user/reset', { email, token })
      const bind = (client: TestClient, email: string, code: string) =>
        client.get(`/api/oauth/email/bind?email=${encodeURIComponent(email)}&code=${code}`)
      const address = (name: string) => `${name}-${gateway().plane.database.engine}@example.com`
      /** A user who has proved the address. */
      const userWith = async (email: string) => {
        users += 1
        const client = await gateway().asUser(`user${users}`)
        await ask(email)
        const answer = await bind(client, email, codeOf(await mailbox.mailTo(email)))
        if (!answer.success) throw new Error(answer.text)
        return { client, username: `user${users}` }
      }

      beforeAll(async () => {
        setDefaultCACertificates([certificate.cert])
        mailbox = await startMailbox({ certificate, encryption: 'upgrade', account })
        root = await gateway().asRoot()
      })
      afterAll(async () => {
        setDefaultCACertificates(getCACertificates('bundled'))
        await mailbox.close()
      })

      it('is refused clearly as long as no mail server is known', async () => {
        expect((await ask(address('early'))).code).toBe('mail_off')
        expect((await askReset(address('early'))).code).toBe('mail_off')
        for (const [key, value] of [
          ['SMTPServer', '127.0.0.1'],
          ['SMTPPort', String(mailbox.port)],
          ['SMTPAccount', account.user],
          ['SMTPToken', account.password],
          ['SystemName', 'Gate <&> 闸'],
          ['ServerAddress', 'https://gate.example.com'],
        ] as const) {
          await setOption(key, value)
        }
      })

      it('mails a code in the language of the visitor, under TLS, from the configured account', async () => {
        const [ann, bob] = [address('ann'), address('bob')]
        expect((await ask(ann.toUpperCase(), { 'accept-language': 'en' })).success).toBe(true)
        expect((await ask(bob, { 'accept-language': 'zh-CN' })).success).toBe(true)
        const english = await mailbox.mailTo(ann)
        expect(english).toMatchObject({ encrypted: true, envelopeFrom: account.user, from: { name: 'Gate <&> 闸' } })
        expect(english.subject).toContain(`${codeOf(english)} is your verification code for Gate <&> 闸`)
        expect(english.html).toContain('Gate &lt;&amp;&gt; 闸')
        expect((await mailbox.mailTo(bob)).subject).toContain('邮箱验证码')
      })

      it.each([
        ['ja', 'メール確認コード', 'アカウントですでに使われています', 'パスワードのリセット'],
        [
          'fr',
          'est votre code de vérification',
          'appartient déjà à un compte',
          'Réinitialisation de votre mot de passe',
        ],
        ['ru', 'ваш код подтверждения', 'уже привязан к аккаунту', 'Сброс пароля'],
        ['vi', 'là mã xác minh của bạn', 'đã thuộc về một tài khoản', 'Đặt lại mật khẩu'],
      ])(
        'mails in %s what a reader of the console asked for, each with its code or link',
        async (language, ...said) => {
          const [code, taken, link] = said
          const email = address(`reader-${language}`)
          const headers = { 'accept-language': `${language}, zh;q=0.5` }
          await ask(email, headers)
          const first = await mailbox.mailTo(email)
          expect([first.subject, first.text]).toEqual([expect.stringContaining(code), expect.stringContaining('10')])
          await bind(await gateway().asUser(`reader-${language}`), email, codeOf(first))
          clock.pass(30)
          await ask(email, headers)
          const second = await mailbox.mailTo(email, 2)
          expect(second.subject).toContain(taken)
          expect(second.text).not.toMatch(/account|账户/)
          clock.pass(30)
          await askReset(email, headers)
          const third = await mailbox.mailTo(email, 3)
          expect(third.subject).toContain(link)
          expect(linkOf(third).searchParams.get('email')).toBe(email)
        },
      )

      it('lets a newcomer register with it, once and only for its address', async () => {
        await setOption('EmailVerificationEnabled', 'true')
        const email = address('carla')
        await ask(email)
        const code = codeOf(await mailbox.mailTo(email))
        const register = async (username: string, given: string) =>
          (
            await gateway()
              .visitor()
              .post('/api/user/register', { username, password: userPassword, email: given, verification_code: code })
          ).code
        expect(await register('root', email)).toBe('username_taken')
        expect(await register('carla', address('other'))).toBe('email_code_wrong')
        expect(await register('carla', email)).toBeUndefined()
        expect(await register('carla2', email)).toBe('email_code_wrong')
        expect((await (await gateway().signIn(email, userPassword)).get('/api/user/self')).data.email).toBe(email)
        await setOption('EmailVerificationEnabled', 'false')
      })

      it('sends one mail per address within half a minute', async () => {
        const email = address('dora')
        expect((await ask(email)).success).toBe(true)
        expect((await ask(email)).code).toBe('mail_too_soon')
        expect((await askReset(email)).code).toBe('mail_too_soon')
      })

      it('T53: keeps to the domains and the plain addresses the operator allows, in any spelling', async () => {
        await setOption('EmailDomainWhitelist', 'example.com,gmail.com')
        await setOption('EmailDomainRestrictionEnabled', 'true')
        await setOption('EmailAliasRestrictionEnabled', 'true')
        const codes = async (...emails: string[]) => {
          const answers: (string | undefined)[] = []
          for (const email of emails) answers.push((await ask(email)).code)
          return answers
        }
        expect(await codes('a@evil.example', 'a@sub.example.com', 'a@example.com.evil.org')).toEqual(
          Array(3).fill('email_domain_refused'),
        )
        expect(await codes('a+b@gmail.com', 'A.B@Gmail.com', 'a.b@EXAMPLE.com')).toEqual(
          Array(3).fill('email_alias_refused'),
        )
        expect((await ask(address('Fred').replace('example', 'EXAMPLE'))).success).toBe(true)
        expect((await mailbox.mailTo(address('fred'))).recipients).toEqual([address('fred')])
        for (const key of ['EmailDomainRestrictionEnabled', 'EmailAliasRestrictionEnabled'])
          await setOption(key, 'false')
      })

      it('T63: takes one plain address and nothing else', async () => {
        const before = mailbox.mails.length
        for (const email of [
          '',
          'nobody',
          'a@x.com;b@y.com',
          'a@x.com,b@y.com',
          'a@x.com b@y.com',
          '<a@x.com>',
          '"a b"@x.com',
          'a@[127.0.0.1]',
          'a@x.com\u0000',
        ]) {
          expect([email, (await ask(email)).success]).toEqual([email, false])
          expect([email, (await askReset(email)).success]).toEqual([email, false])
        }
        for (const email of ['a@x.com\r\nBcc: b@y.com', 'a@x.com\nRCPT TO:<b@y.com>']) {
          expect((await ask(email)).code).toBe('input_invalid')
        }
        expect(mailbox.mails).toHaveLength(before)
      })

      it('T27: binds an address to whoever is signed in, with its own code, five guesses and one use', async () => {
        const email = address('gina')
        const client = await gateway().asUser('gina')
        expect((await bind(gateway().visitor(), email, '123456')).status).toBe(401)
        await ask(email)
        const code = codeOf(await mailbox.mailTo(email))
        expect((await bind(client, address('hans'), code)).code).toBe('email_code_wrong')
        expect((await bind(client, email, '')).code).toBe('email_code_wrong')
        expect((await bind(client, email, code)).success).toBe(true)
        expect((await client.get('/api/user/self')).data.email).toBe(email)
        expect((await bind(client, email, code)).code).toBe('email_code_wrong')
        clock.pass(30)
        expect((await ask(email)).text).toBe((await ask(address('nobody-yet'))).text)
        const told = await mailbox.mailTo(email, 2)
        expect([codeOf(told), told.text]).toEqual(['', expect.stringContaining('belongs to one already')])

        const guessed = address('ines')
        await ask(guessed)
        const right = codeOf(await mailbox.mailTo(guessed))
        const wrong = right === '000000' ? '111111' : '000000'
        for (let guess = 0; guess < 10; guess += 1) {
          expect((await bind(client, guessed, wrong)).code).toBe('email_code_wrong')
        }
        expect((await bind(client, guessed, right)).code).toBe('email_code_wrong')
      })

      it('binds an address to one account, though two prove it', async () => {
        const email = address('jane')
        const [first, second] = [await gateway().asUser('jane1'), await gateway().asUser('jane2')]
        await ask(email)
        const firstCode = codeOf(await mailbox.mailTo(email))
        clock.pass(30)
        await ask(email)
        const secondCode = codeOf(await mailbox.mailTo(email, 2))
        // Only the newest counts, so the first is bound with it while the second holds a code from before.
        expect((await bind(second, email, firstCode)).code).toBe('email_code_wrong')
        expect((await bind(first, email, secondCode)).success).toBe(true)
        expect((await bind(second, email, secondCode)).code).toBe('email_code_wrong')
        const { database } = gateway().plane
        expect(await bindEmail(database.query, second.userId, email)).toBe(false)
      })

      it('T28: mails a link to the configured address of the site that works once, whatever host was asked', async () => {
        const email = address('kim')
        const { client, username } = await userWith(email)
        const accessToken = (await client.get('/api/user/token')).data
        clock.pass(30)
        const answer = await askReset(email.toUpperCase(), { host: 'evil.example', 'x-forwarded-host': 'evil.example' })
        expect(answer.success).toBe(true)
        const link = linkOf(await mailbox.mailTo(email, 2))
        expect(link.origin + link.pathname).toBe('https://gate.example.com/user/reset')
        expect(link.searchParams.get('email')).toBe(email)
        const token = link.searchParams.get('token') ?? ''
        expect(token).toMatch(/^[0-9A-Za-z]{32}$/)

        expect((await reset(address('lena'), token)).code).toBe('reset_link_wrong')
        expect((await reset(email, `${token}x`)).code).toBe('reset_link_wrong')
        const done = await reset(email, token)
        expect(done.data).toMatch(/^[0-9A-Za-z]{16}$/)
        expect((await reset(email, token)).code).toBe('reset_link_wrong')

        expect((await client.get('/api/user/self')).status).toBe(401)
        const headers = { authorization: `Bearer ${accessToken}`, 'new-api-user': String(client.userId) }
        expect((await gateway().visitor().get('/api/user/self', { headers })).status).toBe(401)
        await expect(gateway().signIn(username, userPassword)).rejects.toThrow()
        expect((await gateway().signIn(email, done.data)).userId).toBe(client.userId)
        const rows = await gateway().plane.database.query.selectFrom('verification_codes').selectAll().execute()
        expect(JSON.stringify(rows)).not.toContain(token)
      })

      it('T27: lets codes and links run out after ten minutes', async () => {
        const email = address('nora')
        const { client } = await userWith(email)
        clock.pass(30)
        await askReset(email)
        const token = linkOf(await mailbox.mailTo(email, 2)).searchParams.get('token') ?? ''
        const other = address('nora2')
        await ask(other)
        const code = codeOf(await mailbox.mailTo(other))
        clock.pass(600)
        await makeFresh(gateway(), client)
        expect((await reset(email, token)).code).toBe('reset_link_wrong')
        expect((await bind(client, other, code)).code).toBe('email_code_wrong')
      })

      it('T27: a link outlasts every wrong guess at it and every other link that is asked for, and ends them all', async () => {
        const email = address('mary')
        await userWith(email)
        const tokens: string[] = []
        for (let asked = 2; asked <= 3; asked += 1) {
          clock.pass(30)
          await askReset(email)
          tokens.push(linkOf(await mailbox.mailTo(email, asked)).searchParams.get('token') ?? '')
        }
        const stranger = gateway().visitor()
        for (let guess = 0; guess < 15; guess += 1) {
          const body = { email, token: `wrong${guess}` }
          expect((await stranger.post('/api/user/reset', body)).code).toBe('reset_link_wrong')
        }
        expect((await reset(email, tokens[0] ?? '')).success).toBe(true)
        expect((await reset(email, tokens[1] ?? '')).code).toBe('reset_link_wrong')
      })

      it('T24 T28: whoever resets the password goes on with it on the same browser, while strangers guess', async () => {
        const email = address('marc')
        const { username } = await userWith(email)
        const guess = () => gateway().visitor().post('/api/user/login', { username, password: 'wrong' })
        for (let time = 1; time <= 31; time += 1) await guess()
        expect((await guess()).code).toBe('login_locked')
        clock.pass(30)
        await askReset(email)
        const token = linkOf(await mailbox.mailTo(email, 2)).searchParams.get('token') ?? ''
        const owner = gateway().visitor()
        const { data: password } = await owner.post('/api/user/reset', { email, token })
        expect((await gateway().visitor().post('/api/user/login', { username, password })).code).toBe('login_locked')
        expect((await owner.post('/api/user/login', { username, password })).success).toBe(true)
      })

      it('T27: strangers use up no code of somebody else: by address, by browser, and not by asking for another', async () => {
        const email = address('nelly')
        const [owner, elsewhere] = [await gateway().asUser('nelly'), await gateway().asUser('nelly2')]
        const askFrom = (client: TestClient) => client.get(`/api/verification?email=${encodeURIComponent(email)}`)
        const wrong = (code: string) => (code === '000000' ? '111111' : '000000')
        await askFrom(owner)
        const first = codeOf(await mailbox.mailTo(email))
        for (let guess = 0; guess < 10; guess += 1) await bind(elsewhere, email, wrong(first))
        expect((await bind(elsewhere, email, first)).code).toBe('email_code_wrong')
        await setOption('EmailVerificationEnabled', 'true')
        const guessFromEverywhere = async (code: string) => {
          const body = { username: 'thief', password: userPassword, email, verification_code: wrong(code) }
          for (let guess = 0; guess < 30; guess += 1) {
            expect((await gateway().visitor().post('/api/user/register', body)).code).toBe('email_code_wrong')
          }
        }
        await guessFromEverywhere(first)
        clock.pass(30)
        await askFrom(gateway().visitor())
        const second = codeOf(await mailbox.mailTo(email, 2))
        await guessFromEverywhere(second)
        await setOption('EmailVerificationEnabled', 'false')
        expect((await bind(elsewhere, email, second)).code).toBe('email_code_wrong')
        for (let guess = 0; guess < 4; guess += 1) await bind(owner, email, wrong(first))
        expect((await bind(owner, email, first)).success).toBe(true)
      })

      it('nobody’s mailbox is flooded through us, nor by one address those of many', async () => {
        const email = address('flooded')
        const visitor = gateway().visitor()
        const codes = async (times: number, to: (time: number) => string, client: () => TestClient) => {
          const answers: (string | undefined)[] = []
          for (let time = 0; time < times; time += 1) {
            answers.push((await client().get(`/api/verification?email=${encodeURIComponent(to(time))}`)).code)
            clock.pass(90)
          }
          return answers
        }
        const sent = (answers: (string | undefined)[]) => answers.filter((code) => code === undefined).length
        await setOption('MailsPerMailbox', '12')
        const alone = await codes(
          6,
          () => email,
          () => visitor,
        )
        expect([sent(alone), alone.at(-1)]).toEqual([3, 'mail_too_many'])
        const together = await codes(
          12,
          () => email,
          () => gateway().visitor(),
        )
        expect([sent(together), together.at(-1)]).toEqual([9, 'mail_too_many'])
        await setOption('MailsPerAsker', '4')
        const busy = gateway().visitor()
        const many = await codes(
          6,
          (time) => address(`many${time}`),
          () => busy,
        )
        expect([sent(many), many.at(-1)]).toEqual([4, 'mail_too_many'])
        clock.pass(24 * 60 * 60)
        expect((await ask(email)).success).toBe(true)
        await setOption('MailsPerMailbox', '20')
        await setOption('MailsPerAsker', '50')
      })

      it('mails no link for an address that is nobody’s, and none that makes a super admin', async () => {
        const [stranger, chief] = [address('nobody'), address('chief')]
        const before = mailbox.mails.length
        await ask(chief)
        await makeFresh(gateway(), root)
        expect((await bind(root, chief, codeOf(await mailbox.mailTo(chief)))).success).toBe(true)
        clock.pass(30)
        expect((await askReset(stranger)).text).toBe((await askReset(chief)).text)
        const mail = await mailbox.mailTo(chief, 2)
        expect(mail.text).toContain('cannot be reset by email')
        expect(mail.text).not.toContain('token=')
        clock.pass(30)
        await askReset(chief, { 'accept-language': 'ru' })
        expect((await mailbox.mailTo(chief, 3)).subject).toMatch(
          /^Пароль суперадминистратора .* по почте не сбрасывается$/,
        )
        await expect.poll(() => countDeliveries(gateway().plane.database.query, 'mail')).toBe(0)
        expect(mailbox.mails.slice(before).flatMap(({ recipients }) => recipients)).not.toContain(stranger)
      })

      it('T25 T28: takes the same time for an address that is somebody’s and for one that is not', async () => {
        const email = address('olga')
        await userWith(email)
        const { passwordReset, emailProofs, domain } = gateway().plane
        const asker = { address: '', device: undefined, browser: undefined }
        const ways = {
          reset: (to: string) => passwordReset.request(to, 'en', ''),
          code: (to: string) => emailProofs.sendCode({ address: to, language: 'en', browser: '' }, asker),
        }
        // Without the limits, which would end this at the second call.
        const limit = domain.limits.mail
        domain.limits.mail = async () => {}
        for (const send of Object.values(ways)) {
          const times = await measureInTurns(['known', 'unknown'], 100, (kind, round) =>
            send(kind === 'known' ? email : address(`unknown${round}`)),
          )
          const differences = times.known.map((time, round) => time - (times.unknown[round] ?? 0))
          expect(Math.abs(trimmedMean(differences))).toBeLessThan(10)
          await gateway().plane.database.query.deleteFrom('deliveries').execute()
        }
        domain.limits.mail = limit
      })

      it('T49: sends and changes nothing for a page of another site', async () => {
        const client = await gateway().asUser('petra')
        const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
        for (const path of ['/api/verification?email=a@example.com', '/api/reset_password?email=a@example.com']) {
          expect((await gateway().visitor().get(path, { headers: foreign })).code).toBe('cross_origin')
        }
        const answer = await client.get('/api/oauth/email/bind?email=a@example.com&code=1', { headers: foreign })
        expect(answer.code).toBe('cross_origin')
        expect(answer.headers.get('access-control-allow-origin')).toBeNull()
        const form = { rawBody: 'email=a', headers: { 'content-type': 'text/plain' } }
        expect((await gateway().visitor().send('POST', '/api/user/reset', form)).status).toBe(415)
      })

      it('T60: is where it is, and nowhere else', async () => {
        const visitor = gateway().visitor()
        for (const [method, path, status] of [
          ['GET', '/api/oauth/email/bind/', 401],
          ['GET', '/api//oauth/email/bind', 404],
          ['GET', '/api/oauth/Email/bind', 404],
          ['GET', '/api/oauth%2femail/bind', 404],
          ['GET', '/api/oauth/email/bind;a=b', 404],
          ['POST', '/api/oauth/email/bind', 405],
          ['POST', '/api/verification', 405],
          ['GET', '/api/user/reset', 405],
          ['PUT', '/api/user/setting/', 401],
          ['GET', '/api/user/setting', 405],
        ] as const) {
          const answer = await visitor.send(method, path, method === 'GET' ? {} : { body: {} })
          expect([method, path, answer.status]).toEqual([method, path, status])
        }
      })

      it('T48, T58: never shows the password of the mail account, and takes no port that is none', async () => {
        const shown = await root.get('/api/option/')
        expect(shown.text).not.toContain(account.password)
        expect(shown.data.find(({ key }: { key: string }) => key === 'SMTPToken')).toMatchObject({
          value: '',
          set: true,
        })
        for (const value of ['0', '65536', '25.5', 'smtp', '-1', '']) {
          expect((await root.put('/api/option/', { key: 'SMTPPort', value })).success).toBe(false)
        }
        for (const value of ['mail.example.com\r\nEHLO', 'a\u0000b']) {
          expect((await root.put('/api/option/', { key: 'SMTPServer', value })).success).toBe(false)
        }
        expect(gateway().plane.domain.options.get('SMTPPort')).toBe(mailbox.port)
        expect(gateway().logLines.join('\n')).not.toContain(account.password)
      })

      it('reads the mail options when a mail is sent', async () => {
        const other = await startMailbox({ certificate, encryption: 'immediate', account })
        await setOption('SMTPPort', String(other.port))
        await setOption('SMTPSSLEnabled', 'true')
        await setOption('SMTPFrom', 'from@sluice.example')
        const email = address('quin')
        await ask(email)
        expect(await other.mailTo(email)).toMatchObject({ encrypted: true, envelopeFrom: 'from@sluice.example' })
        await other.close()
      })
    },
    undefined,
    clock,
  )
})
