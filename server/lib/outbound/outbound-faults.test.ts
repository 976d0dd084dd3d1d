import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, it } from 'vitest'
import { connectionFree, eachClient, fault, send, tcp, upstream } from '#testing/outbound-bench.ts'
import type { Resolver } from './address-guard.ts'
import { classifyTransportError } from './outbound.ts'

eachClient('what goes wrong on the way', (outbound) => {
  it('F25: no one listens, or the name does not exist', async () => {
    const { port } = await tcp(() => {})
    const gone = createServer().listen(0, '127.0.0.1')
    await once(gone, 'listening')
    const { port: freed } = gone.address() as AddressInfo
    gone.close()
    await once(gone, 'close')
    expect(await fault(send(outbound(), { origin: `http://127.0.0.1:${freed}` }))).toBe('connect')
    const unknown = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
    const resolve: Resolver = (_, __, callback) => callback(unknown, [])
    expect(await fault(send(outbound({ resolve }), { origin: `http://nowhere.test:${port}` }))).toBe('connect')
  })

  it('F25: a name server that does not answer ends at the connect deadline', async () => {
    const work = send(outbound({ resolve: () => {}, connectDeadlineMs: 50 }), { origin: 'http://slow.test' })
    expect(await fault(work)).toBe('connect')
  })

  it('F25: the other side does not speak TLS', async () => {
    const { port } = await tcp((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    expect(await fault(send(outbound(), { origin: `https://127.0.0.1:${port}` }))).toBe('tls')
  })

  it('F02 F03: nothing comes, or nothing more', async () => {
    const { port } = await tcp((socket) => socket.resume())
    const deadlines = { firstByteMs: 50, idleMs: 50 }
    expect(await fault(send(outbound(), { origin: `http://127.0.0.1:${port}` }, deadlines))).toBe('timeout')
    const { origin } = await upstream((_, response) => response.write('first'))
    expect(await fault(send(outbound(), { origin }, deadlines))).toBe('timeout')
  })

  it('F01: the connection breaks before or within the answer', async () => {
    const { port } = await tcp((socket) => socket.on('data', () => socket.resetAndDestroy()))
    expect(await fault(send(outbound(), { origin: `http://127.0.0.1:${port}` }))).toBe('reset')
    const { origin } = await upstream((_, response) => {
      response.write('first', () => response.destroy())
    })
    expect(await fault(send(outbound(), { origin }))).toBe('reset')
  })

  it.each([
    ['is not HTTP', 'SSH-2.0-OpenSSH_9.2\r\n\r\n'],
    ['has a header of 100 kB', `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`],
    ['has two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    ['has a broken chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
  ])('T46: the answer %s', async (_, text) => {
    const { port } = await tcp((socket) => socket.once('data', () => socket.write(text)))
    expect(await fault(send(outbound(), { origin: `http://127.0.0.1:${port}` }))).toBe('protocol')
  })

  it('F25: a kept connection that the other side closes while idle is replaced unseen', async () => {
    const { origin, server } = await upstream()
    const client = outbound()
    let isClosed = false
    server.on('connection', (socket) => {
      socket.on('close', () => {
        isClosed = true
      })
    })
    await send(client, { origin })
    await expect
      .poll(() => {
        server.closeIdleConnections()
        return isClosed
      })
      .toBe(true)
    await connectionFree()
    expect(await send(client, { origin })).toMatchObject({ body: 'hello' })
  })

  it.each([
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
    ['CERT_HAS_EXPIRED', 'tls'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls'],
    ['ETIMEDOUT', 'timeout'],
    ['EPIPE', 'reset'],
    ['ENETUNREACH', 'connect'],
    ['UND_ERR_SOCKET', 'reset'],
    ['HPE_INVALID_CONSTANT', 'protocol'],
    ['', 'protocol'],
  ])('the code %s is a fault of kind %s', (code, kind) => {
    expect(classifyTransportError(Object.assign(new Error('failed'), { code }))).toBe(kind)
  })
})
