import { expect, it } from 'vitest'
import {
  connectionFree,
  eachClient,
  failure,
  fault,
  patient,
  resolver,
  send,
  upstream,
} from '#testing/outbound-bench.ts'
import { AddressRefused } from './address-guard.ts'
import { classifyTransportError } from './outbound.ts'

eachClient('dispatch', (outbound) => {
  it('sends bytes and gives bytes back, over a connection it keeps', async () => {
    const { origin, server, asked } = await upstream((request, response) => request.pipe(response))
    let connections = 0
    server.on('connection', () => {
      connections += 1
    })
    const client = outbound()
    for (const body of ['one', 'two', 'three']) {
      expect(await send(client, { origin, path: '/v1?a=b', body, headers: ['x-name', 'value'] })).toEqual({
        statuses: [200],
        body,
      })
      await connectionFree()
    }
    expect(connections).toBe(1)
    expect(asked[0]?.url).toBe('/v1?a=b')
    expect(asked[0]?.headers).toMatchObject({ 'x-name': 'value', 'content-length': '3' })
  })

  it('T33: does not follow a redirect', async () => {
    const inner = await upstream()
    const { origin } = await upstream((_, response) => response.writeHead(302, { location: inner.origin }).end())
    expect(await send(outbound(), { origin })).toEqual({ statuses: [302], body: '' })
    expect(inner.asked).toHaveLength(0)
  })

  it('T33: connects to the address it checked, asking the name server once for each connection', async () => {
    const { port, asked } = await upstream((_, response) =>
      response.writeHead(200, { connection: 'close' }).end('here'),
    )
    const resolve = resolver(['127.0.0.1'], ['169.254.169.254'])
    const client = outbound({ resolve })
    const origin = `http://upstream.test:${port}`
    expect(await send(client, { origin })).toMatchObject({ body: 'here' })
    expect(asked[0]?.headers.host).toBe(`upstream.test:${port}`)
    expect(resolve.asked).toEqual(['upstream.test'])
    expect(await failure(send(client, { origin }))).toBeInstanceOf(AddressRefused)
    expect(resolve.asked).toHaveLength(2)
    expect(asked).toHaveLength(1)
  })

  it('T32: private addresses are reached only where that is allowed, metadata services nowhere', async () => {
    const { port, asked } = await upstream()
    const strict = outbound({ allowPrivate: false, resolve: resolver(['127.0.0.1'], ['93.184.216.34', '127.0.0.1']) })
    const lenient = outbound({ resolve: resolver(['169.254.169.254']) })
    const refused = [
      send(strict, { origin: `http://127.0.0.1:${port}` }),
      send(strict, { origin: `http://2130706433:${port}` }),
      send(strict, { origin: `http://[::ffff:127.0.0.1]:${port}` }),
      send(strict, { origin: `http://localhost.:${port}` }),
      send(strict, { origin: `http://mixed.test:${port}` }),
      send(lenient, { origin: 'http://169.254.169.254' }),
      send(lenient, { origin: 'http://metadata.google.internal' }),
      send(lenient, { origin: `http://metadata.test:${port}` }),
    ]
    for (const error of await Promise.all(refused.map(failure))) {
      expect(error).toBeInstanceOf(AddressRefused)
      expect(error).toHaveProperty('message', 'The address is not allowed')
      expect(classifyTransportError(error)).toBe('refused_address')
    }
    expect(asked).toHaveLength(0)
  })

  it('is paused and resumed by its handler without losing a byte', async () => {
    const large = 'sluice gate '.repeat(500_000)
    const { origin } = await upstream((_, response) => response.end(large))
    let pauses = 0
    const { body } = await send(outbound(), { origin }, patient, {
      onResponseData(controller) {
        pauses += 1
        controller.pause()
        setImmediate(() => controller.resume())
      },
    })
    expect(body).toBe(large)
    expect(pauses).toBeGreaterThan(5)
  })

  it('ends the connection upstream when the handler aborts', async () => {
    const { promise: closed, resolve } = Promise.withResolvers<void>()
    const { origin } = await upstream((request, response) => {
      response.write('first')
      request.on('close', resolve)
    })
    const reason = new DOMException('The client went away', 'AbortError')
    const work = send(outbound(), { origin }, patient, { onResponseData: (controller) => controller.abort(reason) })
    expect(await failure(work)).toBe(reason)
    expect(classifyTransportError(reason)).toBe('aborted')
    await closed
  })

  it('passes informational answers on to the handler', async () => {
    const { origin } = await upstream((_, response) => {
      response.writeEarlyHints({ link: '</a>; rel=preload' })
      response.end('final')
    })
    expect(await send(outbound(), { origin })).toEqual({ statuses: [103, 200], body: 'final' })
  })

  it('keeps a bounded number of origins and closes the one used longest ago', async () => {
    const client = outbound({ maximumOrigins: 2 })
    const origins = await Promise.all([1, 2, 3].map(() => upstream()))
    const closed = origins.map(
      ({ server }) => new Promise((resolve) => server.on('connection', (socket) => socket.on('close', resolve))),
    )
    const [first, second, third] = origins.map(({ origin }) => origin)
    for (const origin of [first, second, first, third, first]) await send(client, { origin: origin ?? '' })
    await closed[1]
    expect(await send(client, { origin: second ?? '' })).toMatchObject({ body: 'hello' })
  })

  it('tells what it cannot send to the handler instead of throwing', async () => {
    const { origin } = await upstream()
    const client = outbound()
    expect(await failure(send(client, { origin, path: '/a b' }))).toMatchObject({ code: 'UND_ERR_INVALID_ARG' })
    expect(await failure(send(client, { origin, headers: ['x', 'a\r\nb'] }))).toMatchObject({
      code: 'UND_ERR_INVALID_ARG',
    })
    expect(await failure(send(client, { origin: 'not a url' }))).toBeInstanceOf(AddressRefused)
    await client.close()
    expect(await fault(send(client, { origin }))).toBe('reset')
  })
})
