import { once } from 'node:events'
import { createServer } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { Certificate } from './certificate.ts'

/** A mail as it arrived: what the server was told, and what the mail itself says. */
type ReceivedMail = Email & { envelopeFrom: string; recipients: string[]; encrypted: boolean; raw: string }

/** A mail server under test. */
export type Mailbox = {
  port: number
  mails: ReceivedMail[]
  /** Logins that were tried. */
  logins: { user: string; password: string; encrypted: boolean }[]
  /** Answers the next recipients with these codes; 0 accepts. */
  refuseNext: (...codes: number[]) => void
  /** The newest mail to the address, as soon as there are so many. */
  mailTo: (address: string, count?: number) => Promise<ReceivedMail>
  close: () => Promise<void>
}

type Wish = {
  certificate: Certificate
  /** TLS from the first byte; an upgrade that is offered; or neither. */
  encryption: 'immediate' | 'upgrade' | 'none'
  account?: { user: string; password: string }
  port?: number
}

const longestWait = 15_000

export const startMailbox = async ({ certificate, encryption, account, port = 0 }: Wish): Promise<Mailbox> => {
  const mails: ReceivedMail[] = []
  const logins: Mailbox['logins'] = []
  const waiting = new Set<() => void>()
  let refusals: number[] = []

  const options: SMTPServerOptions = {
    ...certificate,
    secure: encryption === 'immediate',
    disabledCommands: [...(encryption === 'upgrade' ? [] : ['STARTTLS']), ...(account ? [] : ['AUTH'])],
    authOptional: account === undefined,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth: ({ username, password }, session, answer) => {
      const [user, given] = [username ?? '', password ?? '']
      logins.push({ user, password: given, encrypted: session.secure })
      if (user === account?.user && given === account.password) answer(null, { user })
      else answer(Object.assign(new Error('Wrong user or password'), { responseCode: 535 }))
    },
    onRcptTo: (_address, _session, answer) => {
      const code = refusals.shift() ?? 0
      answer(code === 0 ? undefined : Object.assign(new Error('Refused by the test'), { responseCode: code }))
    },
    onData: (stream, session, answer) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks)
        const { mailFrom, rcptTo } = session.envelope
        mails.push({
          ...(await PostalMime.parse(raw)),
          envelopeFrom: mailFrom === false ? '' : mailFrom.address,
          recipients: rcptTo.map(({ address }) => address),
          encrypted: session.secure,
          raw: raw.toString(),
        })
        answer()
        for (const look of waiting) look()
      })
    },
  }
  const server = new SMTPServer(options)
  // A client that does not trust the certificate leaves in the middle.
  server.on('error', () => {})
  const listening = server.listen(port, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  if (address === null || typeof address === 'string') throw new Error('no port was given')

  return {
    port: address.port,
    mails,
    logins,
    refuseNext: (...codes) => {
      refusals = codes
    },
    mailTo: (wanted, count = 1) =>
      new Promise((resolve, reject) => {
        const find = () => mails.filter(({ recipients }) => recipients.includes(wanted))
        const finish = () => {
          const found = find()
          const newest = found.at(-1)
          if (newest === undefined || found.length < count) return
          clearTimeout(late)
          waiting.delete(finish)
          resolve(newest)
        }
        const late = setTimeout(() => {
          waiting.delete(finish)
          reject(new Error(`${find().length} mails came to ${wanted}, not ${count}`))
        }, longestWait)
        waiting.add(finish)
        finish()
      }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** A port on which somebody listens who never says a word. */
export const startSilence = async (): Promise<{ port: number; close: () => Promise<void> }> => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  return {
    port: address.port,
    close: async () => {
      server.close()
    },
  }
}
