import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer as createPlainServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCertificate } from '#testing/certificate.ts'
import type { AddressPolicy } from '../../lib/outbound/address-guard.ts'
import { createOutbound } from '../../lib/outbound/outbound.ts'
import { createWebhookCarrier } from './webhooks.ts'

type Received = { method: string | undefined; headers: IncomingMessage['headers']; body: string }

const operator: AddressPolicy = { givenBy: 'operator', privateNetworks: true }
const user: AddressPolicy = { givenBy: 'user' }
const body = JSON.stringify({ type: 'quota_exceed', title: '额度', content: 'low', values: [1], timestamp: 1 })
const never = new AbortController().signal

describe('a webhook', () => {
  const certificate = makeCertificate()
  let received: Received[] = []
  let reply = { status: 200, headers: {} as Record<string, string> }
  const listen = (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ method: request.method, headers: request.headers, body: Buffer.concat(chunks).toString() })
      response.writeHead(reply.status, reply.headers).end('ok')
    })
  }
  const receiver = createServer(certificate, listen)
  const worker = createPlainServer(listen)
  const outbound = createOutbound({ allowPrivate: true })
  const places = { receiver: '', worker: '' }
  const options = { WorkerUrl: '', WorkerValidKey: '' }

  /** In a test the receiver is on this machine, where addresses of users never lead. */
  const carrierFor = (userPolicy: AddressPolicy) =>
    createWebhookCarrier({
      outbound,
      // seam: the two options it reads
      options: { get: (key: keyof typeof options) => options[key] } as never,
      policies: { user: userPolicy, operator },
    })
  const carry = carrierFor(operator)

  beforeAll(async () => {
    setDefaultCACertificates([certificate.cert])
    for (const [name, server] of [
      ['receiver', receiver],
      ['worker', worker],
    ] as const) {
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      // seam: a server that listens on a port has an address with one
      const { port } = server.address() as AddressInfo
      places[name] = `${name === 'receiver' ? 'https' : 'http'}://127.0.0.1:${port}/hook?a=1`
    }
  })
  afterAll(async () => {
    setDefaultCACertificates(getCACertificates('bundled'))
    await outbound.close()
    receiver.close()
    worker.close()
  })

  const sent = async (secret: string) => {
    received = []
    await carry({ url: places.receiver, secret, body }, never)
    const [only] = received
    if (only === undefined || received.length !== 1) throw new Error(`${received.length} calls arrived`)
    return only
  }

  it('is called with a signature that its receiver can verify, and the secret as a bearer', async () => {
    const { method, headers, body: text } = await sent('hook-secret')
    expect([method, headers['content-type'], text]).toEqual(['POST', 'application/json', body])
    expect(headers['x-webhook-signature']).toBe(createHmac('sha256', 'hook-secret').update(text).digest('hex'))
    expect(headers.authorization).toBe('Bearer hook-secret')
  })

  it('is not signed without a secret', async () => {
    const { headers } = await sent('')
    expect([headers['x-webhook-signature'], headers.authorization]).toEqual([undefined, undefined])
  })

  it('has failed when it answers anything but success; T33: a redirect is not followed', async () => {
    for (const status of [301, 302, 307, 400, 404, 429, 500, 503]) {
      reply = { status, headers: status < 400 ? { location: places.receiver } : {} }
      received = []
      await expect(carry({ url: places.receiver, secret: 's', body }, never)).rejects.toThrow(String(status))
      expect(received).toHaveLength(1)
    }
    reply = { status: 204, headers: {} }
    await carry({ url: places.receiver, secret: 's', body }, never)
    reply = { status: 200, headers: {} }
  })

  it('T32, T33: is never reached at an address inside, by number or by a name that leads there', async () => {
    received = []
    const inside = createOutbound({
      allowPrivate: true,
      resolve: (_name, _options, answer) => answer(null, [{ address: '127.0.0.1', family: 4 }]),
    })
    const strict = createWebhookCarrier({
      outbound: inside,
      options: { get: (key: keyof typeof options) => options[key] } as never,
      policies: { user, operator },
    })
    const { port } = new URL(places.receiver)
    for (const host of ['127.0.0.1', '[::1]', '2130706433', 'rebound.example.com', 'localhost']) {
      const call = strict({ url: `https://${host}:${port}/`, secret: 's', body }, never)
      await expect(call).rejects.toThrow('The address is not allowed')
    }
    await inside.close()
    expect(received).toEqual([])
  })

  it('goes through the operator’s worker where there is one', async () => {
    options.WorkerUrl = places.worker
    options.WorkerValidKey = 'worker-key'
    received = []
    await carrierFor(user)({ url: 'https://hooks.example.com/a', secret: 's', body }, never)
    options.WorkerUrl = ''
    const told = JSON.parse(received[0]?.body ?? '')
    expect(told).toMatchObject({ url: 'https://hooks.example.com/a', key: 'worker-key', method: 'POST' })
    expect(JSON.stringify(told.body)).toBe(body)
    expect(told.headers['x-webhook-signature']).toBe(createHmac('sha256', 's').update(body).digest('hex'))
  })
})
