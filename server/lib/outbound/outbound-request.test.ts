import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { failure, operator, outbound, resolver, tcp, upstream, user } from '#testing/outbound-bench.ts'
import { BodyRefused } from '../body-refused.ts'
import { AddressRefused } from './address-guard.ts'
import { classifyTransportError, type Outbound } from './outbound.ts'
import { OutboundTimeout } from './outbound-request.ts'

describe('request', () => {
  const ask = (url: string, rest: Partial<Parameters<Outbound['request']>[0]> = {}, client = outbound()) =>
    client.request({ url, method: 'GET', policy: operator, timeoutMs: 5000, maximumBytes: 1000, ...rest })

  it('gives status, headers and body', async () => {
    const { origin, asked } = await upstream((request, response) => {
      response.writeHead(201, { 'x-name': 'value' })
      request.pipe(response)
    })
    const reply = await ask(`${origin}/path?query=1`, { method: 'POST', body: 'text', headers: { 'x-mine': 'yes' } })
    expect({ ...reply, body: reply.body.toString() }).toMatchObject({
      status: 201,
      headers: { 'x-name': 'value' },
      body: 'text',
    })
    expect(asked[0]).toMatchObject({ method: 'POST', url: '/path?query=1', headers: { 'x-mine': 'yes' } })
  })

  it.each([
    'http://127.0.0.1',
    'http://localhost.',
    'http://0.0.0.0',
    'http://[::1]',
    'http://2130706433',
    'http://0x7f.1',
    'http://100.64.0.1',
    'http://metadata.google.internal',
    'file:///etc/passwd',
  ])('T32: %s given by a user is refused before anything connects, always in the same words', async (start) => {
    const { port, asked, server } = await upstream()
    let connections = 0
    server.on('connection', () => {
      connections += 1
    })
    const error = await failure(ask(start.startsWith('http') ? `${start}:${port}/` : start, { policy: user }))
    expect(error).toBeInstanceOf(AddressRefused)
    expect(String(error)).toBe('AddressRefused: The address is not allowed')
    expect(connections + asked.length).toBe(0)
  })

  it('T32: open and closed ports behind a refused address look the same', async () => {
    const { port } = await upstream()
    const errors = await Promise.all(
      [port, 8081].map((each) => failure(ask(`http://127.0.0.1:${each}/`, { policy: user }))),
    )
    expect(errors.map(String)).toEqual([
      'AddressRefused: The address is not allowed',
      'AddressRefused: The address is not allowed',
    ])
  })

  it('T33: a name that answers with an inner address, alone or among others, or the second time, is refused', async () => {
    const { port, asked } = await upstream()
    const url = `http://rebinding.test:${port}/`
    for (const addresses of [['127.0.0.1'], ['93.184.216.34', '127.0.0.1'], ['::1'], []]) {
      const client = outbound({ resolve: resolver(addresses) })
      expect(await failure(ask(url, { policy: user }, client))).toBeInstanceOf(AddressRefused)
    }
    const client = outbound({ resolve: resolver(['127.0.0.1'], ['169.254.169.254']) })
    expect((await ask(url, {}, client)).status).toBe(200)
    expect(await failure(ask(url, {}, client))).toBeInstanceOf(AddressRefused)
    expect(asked).toHaveLength(1)
  })

  it('T33: a redirect, and a chain of them, is an answer and not followed', async () => {
    const inner = await upstream()
    const { origin } = await upstream((_, response) =>
      response.writeHead(302, { location: `${inner.origin}/secret` }).end(),
    )
    const reply = await ask(origin)
    expect(reply).toMatchObject({ status: 302, headers: { location: `${inner.origin}/secret` } })
    expect(inner.asked).toHaveLength(0)
  })

  it('ends at its deadline, wherever it is', async () => {
    const silent = await tcp((socket) => socket.resume())
    const { origin } = await upstream((_, response) => response.write('first'))
    const unresolved = outbound({ resolve: () => {} })
    const hanging = [
      ask(`http://127.0.0.1:${silent.port}/`, { timeoutMs: 50 }),
      ask(origin, { timeoutMs: 50 }),
      ask('http://slow.test/', { timeoutMs: 50 }, unresolved),
    ]
    for (const error of await Promise.all(hanging.map(failure))) {
      expect(error instanceof OutboundTimeout || classifyTransportError(error) === 'connect').toBe(true)
    }
    await expect.poll(() => silent.sockets.size).toBe(0)
  })

  it('refuses answers over the limit, told or not', async () => {
    const told = await upstream((_, response) => response.end(Buffer.alloc(1001)))
    const untold = await upstream((_, response) => {
      response.write(Buffer.alloc(600))
      response.end(Buffer.alloc(600))
    })
    const exact = await upstream((_, response) => response.end(Buffer.alloc(1000)))
    expect(await failure(ask(told.origin))).toEqual(new BodyRefused('too_large'))
    expect(await failure(ask(untold.origin))).toEqual(new BodyRefused('too_large'))
    expect((await ask(exact.origin)).body).toHaveLength(1000)
  })

  it('T61: decodes one encoding within the limit and refuses chains', async () => {
    const encoded = (encoding: string, body: Buffer) =>
      upstream((_, response) => response.writeHead(200, { 'content-encoding': encoding }).end(body))
    const fine = await encoded('gzip', gzipSync('hello'))
    const bomb = await encoded('gzip', gzipSync(Buffer.alloc(2000)))
    const chain = await encoded(Array(1000).fill('gzip').join(', '), gzipSync('hello'))
    const cut = await encoded('gzip', gzipSync('hello').subarray(0, 15))
    expect((await ask(fine.origin)).body.toString()).toBe('hello')
    expect(await failure(ask(bomb.origin))).toMatchObject({ reason: 'too_large' })
    expect(await failure(ask(chain.origin))).toMatchObject({ reason: 'encoding_unsupported' })
    expect(await failure(ask(cut.origin))).toMatchObject({ reason: 'malformed' })
  })
})
