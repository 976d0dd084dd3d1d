import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { makeCertificate } from '#testing/certificate.ts'
import { type Mailbox, startMailbox, startSilence } from '#testing/smtp-server.ts'
import { AddressRefused } from './address-guard.ts'
import { createSmtp, type Mail, MailRefused } from './smtp.ts'

const certificate = makeCertificate()
const account = { user: 'gate', password: 'pass word ü' }
const mail: Mail = {
  from: { name: 'Sluice – 闸门', address: 'gate@example.com' },
  to: 'ann@example.org',
  subject: 'Grüße 您好',
  text: 'plain 文字',
  html: '<p>html 文字</p>',
}
const send = createSmtp({ givenBy: 'operator', privateNetworks: true })
const never = new AbortController().signal

let mailbox: Mailbox | undefined
const open = async (wish: Omit<Parameters<typeof startMailbox>[0], 'certificate'>) => {
  mailbox = await startMailbox({ certificate, ...wish })
  const { port } = mailbox
  return {
    mailbox,
    server: { host: '127.0.0.1', port, secure: wish.encryption === 'immediate', account: wish.account },
  }
}
afterEach(() => mailbox?.close())

describe('a mail server with a certificate we trust', () => {
  beforeAll(() => setDefaultCACertificates([certificate.cert]))
  afterAll(() => setDefaultCACertificates(getCACertificates('bundled')))

  it.each(['immediate', 'upgrade'] as const)('is logged in to under TLS, %s', async (encryption) => {
    const { mailbox, server } = await open({ encryption, account })
    await send(server, mail, never)
    expect(mailbox.logins).toEqual([{ ...account, encrypted: true }])
    expect(mailbox.mails).toMatchObject([
      {
        envelopeFrom: 'gate@example.com',
        recipients: ['ann@example.org'],
        encrypted: true,
        from: mail.from,
        subject: mail.subject,
        to: [{ address: 'ann@example.org' }],
      },
    ])
    expect(mailbox.mails[0]?.text?.trim()).toBe(mail.text)
    expect(mailbox.mails[0]?.html?.trim()).toBe(mail.html)
  })

  it('is never told a password in the clear', async () => {
    const { mailbox, server } = await open({ encryption: 'none', account })
    await expect(send(server, mail, never)).rejects.toThrow(/STARTTLS|TLS/)
    expect([mailbox.logins, mailbox.mails]).toEqual([[], []])
  })

  it('may be a relay that asks for no login and knows no TLS', async () => {
    const { mailbox, server } = await open({ encryption: 'none' })
    await send(server, mail, never)
    expect(mailbox.mails).toHaveLength(1)
  })

  it('T63: gets one recipient and no header of the sender’s making', async () => {
    const { mailbox, server } = await open({ encryption: 'upgrade' })
    const bent = { name: 'Gate\r\nBcc: eve@example.net', address: 'gate@example.com' }
    await send(server, { ...mail, from: bent, subject: 'Hello\r\nBcc: eve@example.net\r\n\r\nbody' }, never)
    expect(mailbox.mails[0]?.recipients).toEqual(['ann@example.org'])
    expect(mailbox.mails[0]?.raw).not.toMatch(/^bcc:/im)
    for (const to of ['a@x.org;b@y.org', 'a@x.org, b@y.org', 'a@x.org\r\nRCPT TO:<b@y.org>']) {
      await expect(send(server, { ...mail, to }, never)).rejects.toThrow(MailRefused)
    }
    expect(mailbox.mails).toHaveLength(1)
  })

  it('tells a recipient it will never take from trouble of its own', async () => {
    const { mailbox, server } = await open({ encryption: 'upgrade' })
    mailbox.refuseNext(550, 451)
    await expect(send(server, mail, never)).rejects.toThrow(MailRefused)
    const passing = await send(server, mail, never).catch((error: unknown) => error)
    expect(passing).toBeInstanceOf(Error)
    expect(passing).not.toBeInstanceOf(MailRefused)
    const wrong = { ...server, account: { user: 'gate', password: 'wrong' } }
    await mailbox.close()
    const strict = await open({ encryption: 'upgrade', account })
    const refused = await send({ ...strict.server, account: wrong.account }, mail, never).catch((error) => error)
    expect(refused).toBeInstanceOf(Error)
    expect(refused).not.toBeInstanceOf(MailRefused)
    expect(JSON.stringify(refused)).not.toContain('wrong"')
  })
})

describe('a mail server that cannot be trusted or reached', () => {
  it.each(['immediate', 'upgrade'] as const)(
    'gets nothing when its certificate is not trusted, %s',
    async (encryption) => {
      const { mailbox, server } = await open({ encryption, account })
      await expect(send(server, mail, never)).rejects.toThrow(/self-signed|certificate/i)
      expect([mailbox.logins, mailbox.mails]).toEqual([[], []])
    },
  )

  it('T32: is not spoken to at an address the installation does not allow', async () => {
    const strict = createSmtp({ givenBy: 'operator', privateNetworks: false })
    for (const host of ['127.0.0.1', '10.0.0.1', '[::1]', 'localhost', '169.254.169.254', 'metadata.google.internal']) {
      const server = { host, port: 25, secure: false, account: undefined }
      await expect(strict(server, mail, never)).rejects.toThrow(AddressRefused)
    }
  })

  it('F26: ends when it is told to, though the server says nothing', async () => {
    const silence = await startSilence()
    const stop = new AbortController()
    const sending = send(
      { host: '127.0.0.1', port: silence.port, secure: false, account: undefined },
      mail,
      stop.signal,
    )
    setTimeout(() => stop.abort(), 50)
    await expect(sending).rejects.toThrow()
    await silence.close()
  })
})
