import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import {
  connectionFree,
  eachClient,
  failure,
  fault,
  outbound as own,
  send,
  tcp,
  upstream,
} from '#testing/outbound-bench.ts'
import type { Resolver } from './address-guard.ts'
import { classifyTransportError, type OutboundHandler } from './outbound.ts'

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

const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello'

/** Answers the first request of each connection, and does this with the next, if there is one. */
const closing = async (close: (socket: Socket) => void) => {
  let asked = 0
  const { port, sockets } = await tcp((socket) => {
    let answered = 0
    socket.on('data', () => {
      asked += 1
      answered += 1
      if (answered === 1) socket.write(answer)
      else close(socket)
    })
  })
  return { origin: `http://127.0.0.1:${port}`, asked: () => asked, sockets }
}

describe('a kept connection that the other side was closing when the request came, with our own client', () => {
  it.each<[string, (socket: Socket) => void]>([
    ['ended', (socket) => socket.end()],
    ['reset', (socket) => socket.resetAndDestroy()],
  ])('F25: is replaced unseen, once: %s', async (_, close) => {
    const { origin, asked } = await closing(close)
    const client = own()
    let starts = 0
    for (let number = 1; number <= 3; number += 1) {
      const onRequestStart = () => {
        starts += 1
      }
      expect(await send(client, { origin }, undefined, { onRequestStart })).toEqual({ statuses: [200], body: 'hello' })
    }
    // Three as they were sent, and two once more.
    expect([starts, asked()]).toEqual([3, 5])
  })

  it('F25: is told as broken where the next one breaks too, or something was said on it', async () => {
    let connections = 0
    const { port } = await tcp((socket) => {
      connections += 1
      const isFirst = connections === 1
      socket.once('data', () => {
        if (isFirst) socket.write(answer)
        else socket.destroy()
        socket.once('data', () => socket.destroy())
      })
    })
    const client = own()
    await send(client, { origin: `http://127.0.0.1:${port}` })
    expect(await fault(send(client, { origin: `http://127.0.0.1:${port}` }))).toBe('reset')
    expect(connections).toBe(2)

    const { origin, asked } = await closing((socket) => socket.end('HTTP/1.1 2'))
    await send(client, { origin })
    expect(await fault(send(client, { origin }))).toBe('reset')
    expect(asked()).toBe(2)
  })

  it('F25 F10: a request that is given up before it went out again never does', async () => {
    const { origin, asked } = await closing((socket) => socket.resetAndDestroy())
    const named = origin.replace('127.0.0.1', 'closing.test')
    const ways: (() => void)[] = []
    const resolve: Resolver = (_, __, found) => ways.push(() => found(null, [{ address: '127.0.0.1', family: 4 }]))
    const client = own({ resolve })
    const first = send(client, { origin: named })
    await expect.poll(() => ways.length).toBe(1)
    ways[0]?.()
    await first
    let giveUp = () => {}
    const onRequestStart: OutboundHandler['onRequestStart'] = (controller) => {
      giveUp = () => controller.abort(new Error('given up'))
    }
    const second = failure(send(client, { origin: named }, undefined, { onRequestStart }))
    await expect.poll(() => ways.length).toBe(2)
    giveUp()
    expect(await second).toMatchObject({ message: 'given up' })
    const third = send(client, { origin: named })
    for (const wayOut of ways.slice(1)) wayOut()
    await third
    expect(asked()).toBe(3)
  })
})
