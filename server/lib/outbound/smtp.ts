import { connect, type LookupFunction, type Socket } from 'node:net'
import { type AddressPolicy, checkHost, createGuardedLookup, createSystemResolver } from './address-guard.ts'

/** A server that takes mail. Without an account it is spoken to without a login. */
export type SmtpServer = {
  host: string
  port: number
  /** TLS from the first byte; otherwise the connection is upgraded. */
  secure: boolean
  account: { user: string; password: string } | undefined
}

export type Mail = {
  from: { name: string; address: string }
  to: string
  subject: string
  text: string
  html: string
}

/** Hands one mail to a server; rejects with `MailRefused` when this mail will never be taken. */
export type SendMail = (server: SmtpServer, mail: Mail, signal: AbortSignal) => Promise<void>

/** The server takes mail, but not for this recipient. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}

/** The library would read a list, or a name with an address, out of anything else. */
const plainAddress = /^[^\s,;:<>()[\]"\\@]+@[^\s,;:<>()[\]"\\@]+$/

const longestSilence = 10_000
const longestTalk = 30_000

/** Every mail goes over a connection of its own, made to an address that the policy allows. */
export const createSmtp = (policy: AddressPolicy): SendMail => {
  const lookup = createGuardedLookup(policy, createSystemResolver())
  return async (server, mail, signal) => {
    if (!plainAddress.test(mail.to)) throw new MailRefused('The recipient is not one plain address')
    const socket = await openSocket(server, lookup, policy, signal)
    try {
      await talk(socket, server, mail, AbortSignal.any([signal, AbortSignal.timeout(longestTalk)]))
    } catch (error) {
      throw isAboutRecipient(error) ? new MailRefused('The recipient was refused', { cause: error }) : error
    } finally {
      socket.destroy()
    }
  }
}

const openSocket = (
  { host, port }: SmtpServer,
  lookup: LookupFunction,
  policy: AddressPolicy,
  signal: AbortSignal,
): Promise<Socket> => {
  checkHost(host, policy)
  const socket = connect({ host, port, lookup })
  return new Promise((resolve, reject) => {
    const stop = () => socket.destroy(new Error('Sending was stopped'))
    signal.addEventListener('abort', stop)
    socket.setTimeout(longestSilence, () => socket.destroy(new Error('The mail server did not answer in time')))
    socket.once('close', () => signal.removeEventListener('abort', stop))
    // It stays: the connection may break before anybody else listens.
    socket.on('error', reject)
    socket.once('connect', () => resolve(socket))
    if (signal.aborted) stop()
  })
}

const talk = async (socket: Socket, server: SmtpServer, mail: Mail, signal: AbortSignal): Promise<void> => {
  const { account, host, port, secure } = server
  // Memory that a gateway without mail has no use for.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    host,
    port,
    secure,
    // A password never travels in the clear. A relay that asks for none may be one that knows no TLS.
    requireTLS: account !== undefined,
    ...(account && { auth: { user: account.user, pass: account.password } }),
    getSocket: (_options, callback) => callback(null, { connection: socket }),
    greetingTimeout: longestSilence,
    connectionTimeout: longestTalk,
    socketTimeout: longestSilence,
    socketCloseTimeout: 0,
    tls: { minVersion: 'TLSv1.2' },
  })
  const to = { name: '', address: mail.to }
  await transport.sendMail({ ...mail, to, signal, disableFileAccess: true, disableUrlAccess: true })
}

/** A refusal of the recipient for good, as against trouble with the server or the account. */
const isAboutRecipient = (error: unknown): boolean => {
  if (!(error instanceof Error) || !('responseCode' in error) || !('command' in error)) return false
  return error.command === 'RCPT TO' && Number(error.responseCode) >= 500
}
