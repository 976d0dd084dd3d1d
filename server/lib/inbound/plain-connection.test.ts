import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { BodyRefused } from '../body-refused.ts'
import { createHttpServer, drain, type HttpServerDeadlines } from './http-server.ts'
import type { PlainRequest } from './plain-request.ts'
import type { PlainResponse } from './plain-response.ts'

const servers: Server[] = []
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of servers.splice(0)) await drain(server, { over: Promise.resolve() })
})

const shortDeadlines: HttpServerDeadlines = {
  headersTimeout: 150,
  requestTimeout: 150,
  keepAliveTimeout: 150,
  connectionsCheckingInterval: 20,
}

const answer = (response: PlainResponse, text: string): void => {
  response.writeHead(200, ['content-length', String(text.length)])
  response.end(text, 'latin1')
}

const echo = async ({ url, body }: PlainRequest, response: PlainResponse): Promise<void> => {
  const text = await Promise.resolve(body).then(String, (error) =>
    error instanceof BodyRefused ? error.reason : 'fault',
  )
  answer(response, `plain ${url} ${text}`)
}

type Serving = (request: PlainRequest, response: PlainResponse) => unknown

/** Serves plain requests below /v1/ with `serve`; Node's own say `node` and the address. */
const listen = async (serve: Serving = echo, deadlines?: HttpServerDeadlines) => {
  const server = createHttpServer((request, response) => response.end(`node ${request.url}`), deadlines, undefined, {
    takes: (url) => url.startsWith('/v1/'),
    request: (request, response) => void serve(request, response),
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}

const open = (port: number) => {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  sockets.push(socket)
  let received = ''
  socket.setEncoding('latin1').on('data', (text) => {
    received += text
  })
  socket.on('error', () => {})
  const bodies = () => [...received.matchAll(/\r\n\r\n([^\r]*?)(?=HTTP\/1\.1|$)/g)].map(([, body]) => body)
  return { socket, received: () => received, bodies }
}

const request = (url: string, body: string, more = ''): string =>
  `POST ${url} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n${more}\r\n${body}`

describe('a connection of plain requests', () => {
  it('serves one request after the other, and those that were sent ahead in their order', async () => {
    const { port } = await listen()
    const { socket, bodies } = open(port)
    socket.write(request('/v1/a', 'one'))
    await expect.poll(bodies).toEqual(['plain /v1/a one'])
    socket.write(request('/v1/b', 'two') + request('/v1/c', '') + request('/v1/d', 'four'))
    await expect.poll(bodies).toEqual(['plain /v1/a one', 'plain /v1/b two', 'plain /v1/c ', 'plain /v1/d four'])
  })

  it('takes what comes before a request sent ahead has had its turn for what stands behind it', async () => {
    const second = request('/v1/b', 'two')
    const { port } = await listen(({ url, body, socket }, response) => {
      answer(response, `plain ${url} ${body}`)
      // As when the network brings the rest right after the answer, before anything else is done.
      if (url === '/v1/a') socket.emit('data', Buffer.from(second.slice(20)))
    })
    const { socket, bodies } = open(port)
    socket.write(request('/v1/a', 'one') + second.slice(0, 20))
    await expect.poll(bodies).toEqual(['plain /v1/a one', 'plain /v1/b two'])
  })

  it('reads a request alike wherever the network cuts it', async () => {
    const { port } = await listen()
    const text = request('/v1/a', 'body', 'X-Custom: yes\r\n')
    for (let cut = 1; cut < text.length; cut += 1) {
      const { socket, bodies } = open(port)
      await once(socket, 'connect')
      socket.write(text.slice(0, cut), 'latin1')
      await new Promise((resolve) => setImmediate(resolve))
      socket.write(text.slice(cut), 'latin1')
      await expect.poll(() => bodies()[0], { interval: 2 }).toMatch(/^(plain \/v1\/a body|node \/v1\/a)$/)
      socket.destroy()
    }
  })

  it.each([
    ['another method', 'GET /v1/a HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['another version', 'POST /v1/a HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n'],
    ['another address', request('/api/a', '')],
    ['chunks', 'POST /v1/a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['no length', 'POST /v1/a HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a compressed body', request('/v1/a', 'x', 'Content-Encoding: gzip\r\n')],
    ['a header that stands twice', request('/v1/a', '', 'X-A: 1\r\nx-a: 2\r\n')],
    ['letters beyond ASCII', request('/v1/a', '', 'X-A: \u00e9\r\n')],
    ['a hundred and one headers', request('/v1/a', '', Array.from({ length: 99 }, (_, i) => `X-${i}: 1\r\n`).join(''))],
    ['an object of its own', request('/v1/a', '', '__proto__: 1\r\n')],
  ])('hands a connection with %s over to Node, and what was plain before stays answered', async (_, text) => {
    const { port } = await listen()
    const { socket, bodies } = open(port)
    socket.write(request('/v1/first', 'one') + text, 'latin1')
    await expect.poll(() => bodies().length).toBe(2)
    expect(bodies()[0]).toBe('plain /v1/first one')
    expect(bodies()[1]).toMatch(/^node|^9\r\nnode/)
  })

  it.each([
    ['a folded header', 'X-A: 1\r\n 2\r\n'],
    ['a space before the colon', 'X-A : 1\r\n'],
    ['a bare line feed', 'X-A: 1\nX-B: 2\r\n'],
    ['a bare carriage return', 'X-A: 1\rX-B: 2\r\n'],
    ['a second length', 'Content-Length: 1\r\n'],
    ['a NUL', 'X-A: \u0000\r\n'],
  ])('T42: leaves %s to Node, which refuses it', async (_, header) => {
    const { port } = await listen()
    const { socket, received } = open(port)
    socket.write(request('/v1/a', 'x', header), 'latin1')
    await once(socket, 'close')
    expect(received()).toMatch(/^HTTP\/1\.1 400 /)
  })

  it('hands the body over while it is on its way, and cuts nothing off what follows it', async () => {
    const { port } = await listen()
    const { socket, bodies } = open(port)
    const text = request('/v1/a', 'x'.repeat(200_000))
    socket.write(text.slice(0, 100_000))
    await new Promise((resolve) => setImmediate(resolve))
    socket.write(text.slice(100_000) + request('/v1/b', 'two'))
    await expect.poll(bodies).toEqual([`plain /v1/a ${'x'.repeat(200_000)}`, 'plain /v1/b two'])
  })

  it('goes on after an answer that did not wait for its body', async () => {
    const { port } = await listen(({ url }, response) => answer(response, `plain ${url}`))
    const { socket, bodies } = open(port)
    const text = request('/v1/a', 'x'.repeat(1000))
    socket.write(text.slice(0, 200))
    await expect.poll(bodies).toEqual(['plain /v1/a'])
    socket.write(text.slice(200) + request('/v1/b', ''))
    await expect.poll(bodies).toEqual(['plain /v1/a', 'plain /v1/b'])
  })

  it('T44: a body that does not come is refused at its deadline, and the connection ends', async () => {
    const { port } = await listen(echo, shortDeadlines)
    const { socket, received } = open(port)
    socket.write(request('/v1/a', 'x'.repeat(1000)).slice(0, 200))
    await once(socket, 'close')
    expect(received()).toMatch(/plain \/v1\/a too_slow$/)
  })

  it.each([
    ['that never says a word', ''],
    ['that has nothing more to ask', request('/v1/a', '')],
  ])('T44: a connection %s is closed at its deadline', async (_, text) => {
    const { port } = await listen(echo, shortDeadlines)
    const { socket } = open(port)
    if (text !== '') socket.write(text)
    const [hadError] = await once(socket, 'close')
    expect(hadError).toBe(false)
  })

  it('tells the answer when its client goes, and the body that waits for it', async () => {
    const events: string[] = []
    let begun = 0
    const { port } = await listen(async ({ body }, response) => {
      begun += 1
      response.once('close', () => events.push(`closed ${response.writableFinished} ${response.destroyed}`))
      await Promise.resolve(body).catch((error) => events.push(error.reason))
    })
    const whole = open(port)
    whole.socket.write(request('/v1/a', ''))
    await expect.poll(() => begun).toBe(1)
    whole.socket.destroy()
    await expect.poll(() => events).toEqual(['closed false true'])
    const half = open(port)
    half.socket.write(request('/v1/a', 'x'.repeat(100)).slice(0, 90))
    await expect.poll(() => begun).toBe(2)
    half.socket.destroy()
    await expect.poll(() => events.slice(1).sort()).toEqual(['client_gone', 'closed false true'])
  })

  it('writes streams in chunks, with trailers at their end', async () => {
    const { port } = await listen((_, response) => {
      response.writeHead(200, ['content-type', 'text/event-stream', 'trailer', 'Server-Timing'])
      response.flushHeaders()
      response.write(Buffer.from('data: 1\n\n'))
      response.addTrailers({ 'server-timing': 'settle;dur=1' })
      response.end(Buffer.from('data: 2\n\n'))
    })
    const { socket, received } = open(port)
    socket.write(request('/v1/a', ''))
    await expect
      .poll(received)
      .toMatch(/\r\n\r\n9\r\ndata: 1\n\n\r\n9\r\ndata: 2\n\n\r\n0\r\nserver-timing: settle;dur=1\r\n\r\n$/)
    expect(received()).toMatch(/transfer-encoding: chunked\r\ndate: .* GMT\r\n/)
  })

  it('sends no header that would begin another', async () => {
    const faults: unknown[] = []
    const { port } = await listen((_, response) => {
      try {
        response.writeHead(200, ['x-a', 'one\r\nx-b: two'])
      } catch (error) {
        faults.push(error)
        response.destroy()
      }
    })
    const { socket, received } = open(port)
    socket.write(request('/v1/a', ''))
    await once(socket, 'close')
    expect(faults).toHaveLength(1)
    expect(received()).toBe('')
  })

  it('begins nothing behind the last answer, however long its reader takes for that', async () => {
    const served: string[] = []
    const large = 'x'.repeat(20_000_000)
    const { port } = await listen(({ url, socket }, response) => {
      served.push(url)
      response.writeHead(200, ['connection', 'close', 'content-length', String(large.length)])
      response.end(large, 'latin1')
      if (url === '/v1/a') socket.emit('data', Buffer.from(request('/v1/b', 'two')))
    })
    const { socket, received } = open(port)
    socket.pause().write(request('/v1/a', 'one'))
    await expect.poll(() => served).toEqual(['/v1/a'])
    socket.write(request('/v1/c', 'three'))
    socket.resume()
    await once(socket, 'close')
    expect(received().length).toBeGreaterThan(large.length)
    expect(served).toEqual(['/v1/a'])
  })

  it('F19: is closed by a server that stops, at once when idle, after its answer otherwise', async () => {
    const answers: PlainResponse[] = []
    const { server, port } = await listen(({ url }, response) => {
      if (url === '/v1/idle') answer(response, 'done')
      else answers.push(response)
    })
    const [idle, busy] = [open(port), open(port)]
    idle.socket.write(request('/v1/idle', ''))
    busy.socket.write(request('/v1/busy', ''))
    await expect.poll(() => [idle.bodies().length, answers.length]).toEqual([1, 1])
    const drained = drain(server, { over: new Promise(() => {}) })
    await once(idle.socket, 'close')
    for (const response of answers) answer(response, 'late')
    await drained
    await expect.poll(busy.bodies).toEqual(['late'])
    // Else a balancer would send its next request into the connection that is being closed.
    expect([idle, busy].map(({ received }) => /^connection: (.+)\r$/m.exec(received())?.[1])).toEqual([
      'keep-alive',
      'close',
    ])
    expect(busy.received()).not.toContain('keep-alive')
  })
})
