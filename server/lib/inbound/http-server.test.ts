import { once } from 'node:events'
import { Agent, request, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { beKeptWaiting, timesAsMuch } from '#testing/timing.ts'
import {
  createHttpServer,
  drain,
  type HttpServerDeadlines,
  type PlainService,
  type RequestListener,
  type UpgradeListener,
} from './http-server.ts'

const deadlines: HttpServerDeadlines = {
  headersTimeout: 200,
  requestTimeout: 400,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 20,
}

const servers: Server[] = []
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of servers.splice(0)) if (server.listening) await drain(server, { over: Promise.resolve() })
})

const echo: RequestListener = (incoming, response) => {
  const chunks: Buffer[] = []
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
  incoming.on('end', () => {
    response.end(JSON.stringify({ method: incoming.method, url: incoming.url, body: Buffer.concat(chunks).toString() }))
  })
}

/** The same for requests that need no parser. */
const plainEcho: PlainService = {
  takes: () => true,
  request: ({ method, url, body }, response) => {
    Promise.resolve(body).then(
      (bytes) => {
        const text = JSON.stringify({ method, url, body: bytes.toString() })
        response.writeHead(200, ['content-length', String(text.length)])
        response.end(text, 'latin1')
      },
      () => {
        response.writeHead(408, ['content-length', '0'])
        response.end()
      },
    )
  },
}

let plain: PlainService | undefined

const listen = async (
  listener: RequestListener = echo,
  with_: HttpServerDeadlines | undefined = undefined,
  upgrade: UpgradeListener | undefined = undefined,
) => {
  const server = createHttpServer(listener, with_, upgrade, plain)
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}

const open = (port: number): Socket => {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => {})
  sockets.push(socket)
  return socket
}

/** Sends bytes on one connection and gives everything that comes back until it is closed. */
const conversation = async (port: number, ...texts: string[]): Promise<string> => {
  const socket = open(port)
  let received = ''
  socket.setEncoding('latin1').on('data', (text) => {
    received += text
  })
  for (const text of texts) socket.write(text, 'latin1')
  await Promise.race([once(socket, 'end'), once(socket, 'close')])
  return received
}

const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))
/** A second request whose answer would show that the first was read to another end than its sender meant. */
const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'

describe.each([
  ['by itself', undefined],
  ['behind the reader of plain requests', plainEcho],
])('http server %s', (_, service) => {
  beforeEach(() => {
    plain = service
  })

  it.each([
    ['two different lengths', 'Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello'],
    ['two equal lengths', 'Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello'],
    ['a list of lengths', 'Content-Length: 5, 5\r\n\r\nhello'],
    ['a negative length', 'Content-Length: -1\r\n\r\n'],
    ['a signed length', 'Content-Length: +5\r\n\r\nhello'],
    ['a hexadecimal length', 'Content-Length: 0x5\r\n\r\nhello'],
    ['a length beyond all numbers', 'Content-Length: 99999999999999999999999\r\n\r\n'],
    ['chunks and a length', 'Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n'],
    ['a length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['a second transfer encoding', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n'],
    ['an unknown transfer encoding', 'Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n'],
    ['chunked not at the end', 'Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n'],
    ['a folded header', 'X-Long: one\r\n two\r\nContent-Length: 0\r\n\r\n'],
    ['a folded transfer encoding', 'Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n'],
    ['a space before the colon', 'Content-Length : 5\r\n\r\nhello'],
    ['a space before the name', ' Content-Length: 5\r\n\r\nhello'],
    ['a tab in the name', 'Transfer-Encoding\t: chunked\r\n\r\n0\r\n\r\n'],
    ['bare line feeds', 'Content-Length: 5\n\nhello'],
    ['a bare carriage return', 'X: a\rTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['a header with a null byte', 'X: a\u0000b\r\n\r\n'],
    ['a chunk size that is no number', 'Transfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n0\r\n\r\n'],
    ['a signed chunk size', 'Transfer-Encoding: chunked\r\n\r\n-5\r\nhello\r\n0\r\n\r\n'],
    ['a chunk longer than its size', 'Transfer-Encoding: chunked\r\n\r\n3\r\nhello\r\n0\r\n\r\n'],
    ['a chunk size beyond all numbers', 'Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nhello\r\n0\r\n\r\n'],
    ['a chunk that ends with a bare line feed', 'Transfer-Encoding: chunked\r\n\r\n5\nhello\r\n0\r\n\r\n'],
  ])('T42: %s is answered 400 and closes the connection, with nothing behind it read as a request', async (_, rest) => {
    const seen: (string | undefined)[] = []
    const { port } = await listen((incoming, response) => {
      seen.push(incoming.url)
      echo(incoming, response)
    })
    const answer = await conversation(port, `POST /first HTTP/1.1\r\nHost: a\r\n${rest}`, smuggled)
    expect(statuses(answer)).toEqual([400])
    expect(answer).toMatch(/connection: close/i)
    expect(answer).toMatch(/\{"error":\{"message":"Bad Request"\}\}$/)
    expect(seen).not.toContain('/smuggled')
  })

  it('T42: a pair of requests on one connection is answered as a pair, the second not touched by the body of the first', async () => {
    const { port } = await listen()
    const inside = 'GET /inside HTTP/1.1\r\nHost: a\r\n\r\n'
    const sized = `POST /sized HTTP/1.1\r\nHost: a\r\nContent-Length: ${inside.length}\r\n\r\n${inside}`
    const pieces = `POST /pieces HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${inside.length.toString(16)}\r\n${inside}\r\n0\r\n\r\n`
    for (const first of [sized, pieces]) {
      const answer = await conversation(port, first, smuggled)
      expect(statuses(answer)).toEqual([200, 200])
      const bodies = [...answer.matchAll(/\r\n\r\n(\{.*?\})(?=HTTP|$)/g)].map(([, text = '']) => JSON.parse(text))
      expect(bodies.map(({ url }) => url)).toEqual([first.split(' ')[1], '/smuggled'])
      expect(bodies[0]).toMatchObject({ body: inside })
    }
  })

  it('T42: a broken second request closes the connection without a word in the middle of an answer', async () => {
    const { port } = await listen((_, response) => {
      response.writeHead(200, { 'content-length': 10 })
      response.write('hello')
    })
    const answer = await conversation(
      port,
      'GET / HTTP/1.1\r\nHost: a\r\n\r\n',
      'POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n',
    )
    expect(answer.endsWith('hello') || answer === '').toBe(true)
    expect(statuses(answer)).not.toContain(400)
  })

  it('T42: endless chunk extensions are answered 413', async () => {
    const { port } = await listen()
    const start = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;'
    expect(statuses(await conversation(port, start, 'a'.repeat(20_000)))).toEqual([413])
  })

  it('T42: a body shorter than its length waits for the rest and is then cut off', async () => {
    const { port } = await listen(echo, deadlines)
    const answer = await conversation(port, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 50\r\n\r\nhello')
    expect(statuses(answer)).toEqual([408])
  })

  it.each([
    ['a request without a host', 'GET / HTTP/1.1\r\n\r\n'],
    ['no HTTP at all', 'SSH-2.0-OpenSSH_9.2\r\n\r\n'],
    ['the greeting of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['bytes of TLS', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000'],
  ])('T42: %s is answered 400', async (_, text) => {
    const { port } = await listen()
    expect(statuses(await conversation(port, text))).toEqual([400])
  })

  it('T44: a hundred clients that drip their headers are cut off at the deadline while others are served', async () => {
    const { port, server } = await listen(echo, deadlines)
    const drips = Array.from({ length: 100 }, () => {
      const socket = open(port)
      socket.write('GET / HTTP/1.1\r\n')
      const timer = setInterval(() => socket.write('a'), 50)
      // The server may close while a drop is on its way.
      socket.on('error', () => {})
      socket.on('close', () => clearInterval(timer)).on('end', () => socket.destroy())
      let received = ''
      socket.setEncoding('latin1').on('data', (text) => {
        received += text
      })
      // Waiting with `once` would fail by the error that is ignored above.
      return new Promise<string>((resolve) => socket.once('close', () => resolve(received)))
    })
    expect(statuses(await conversation(port, smuggled))).toEqual([200])
    for (const answer of await Promise.all(drips)) expect(statuses(answer)).toEqual([408])
    await expect.poll(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count)))).toBe(0)
  })

  it('T44: a body that drips is cut off at the deadline of the request', async () => {
    const { port } = await listen(echo, deadlines)
    const socket = open(port)
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n')
    const timer = setInterval(() => socket.write('a'), 20)
    const [answer] = await once(socket, 'data')
    clearInterval(timer)
    expect(statuses(String(answer))).toEqual([408])
  })

  it('T45: headers of 64 kB, 500 headers and a path of 16 kB are refused, with little work', async () => {
    const { port } = await listen()
    const refused = async () => {
      const large = await conversation(port, `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(64 * 1024)}\r\n\r\n`)
      const many = await conversation(port, `GET / HTTP/1.1\r\nHost: a\r\n${'A: b\r\n'.repeat(500)}\r\n`)
      const long = await conversation(port, `GET /${'a'.repeat(16 * 1024)} HTTP/1.1\r\nHost: a\r\n\r\n`)
      const longish = await conversation(port, `GET /${'a'.repeat(9 * 1024)} HTTP/1.1\r\nHost: a\r\n\r\n`)
      expect([large, many, long, longish].map(statuses)).toEqual([[431], [431], [431], [414]])
      for (const answer of [large, many, long, longish]) expect(answer).toMatch(/connection: close[\s\S]*\{"error"/i)
    }
    const passed = async () => {
      const plain = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
      for (let asked = 0; asked < 4; asked += 1) expect(statuses(await conversation(port, plain))).toEqual([200])
    }
    expect(await timesAsMuch(refused, passed)).toBeLessThan(5)
  })

  it('T45: 128 headers and a path of 8 kB pass', async () => {
    const { port } = await listen()
    const head = `GET /${'a'.repeat(8191)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${'A: b\r\n'.repeat(126)}\r\n`
    expect(statuses(await conversation(port, head))).toEqual([200])
  })

  it.each([
    ['http://gateway.example/v1/models?limit=2', '/v1/models?limit=2'],
    ['HTTPS://gateway.example:8443/v1/models', '/v1/models'],
    ['http://gateway.example', '/'],
    ['http://gateway.example?limit=2', '/?limit=2'],
    ['/http://gateway.example/v1/models', '/http://gateway.example/v1/models'],
  ])('takes the whole address that a client writes to a proxy for its path: %s', async (asked, path) => {
    const { port } = await listen()
    const answer = await conversation(port, `GET ${asked} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
    expect(answer).toContain(`"url":"${path}"`)
  })

  it('takes a client that closes its side for one that is gone, as all of them do who cancel', async () => {
    const gone = Promise.withResolvers<void>()
    const { port } = await listen((_request, response) => {
      response.once('close', gone.resolve)
    })
    const socket = open(port)
    socket.end('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await Promise.all([gone.promise, once(socket.resume(), 'close')])
    expect(socket.bytesRead).toBe(0)
  })

  it('lives on after a client that resets in the middle of its headers', async () => {
    const { port } = await listen()
    for (let count = 0; count < 20; count++) {
      const socket = open(port)
      await once(socket, 'connect')
      socket.write('GET / HTTP/1.1\r\nHo')
      socket.resetAndDestroy()
    }
    expect(statuses(await conversation(port, smuggled))).toEqual([200])
  })

  it('keeps connections for more requests than a thousand', async () => {
    const { port } = await listen()
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ports = new Set<number | undefined>()
    for (let count = 0; count < 1100; count++) {
      const call = request({ port, host: '127.0.0.1', agent })
      call.end()
      const [response] = await once(call, 'response')
      ports.add(response.socket.localPort)
      response.resume()
      await once(response, 'end')
    }
    agent.destroy()
    expect(ports.size).toBe(1)
  })
})

describe('drain', () => {
  it('F19: closes idle connections at once and lets a running answer finish', async () => {
    const { promise: finish, resolve: letFinish } = Promise.withResolvers<void>()
    const { server, port } = await listen((_, response) => {
      response.write('half')
      finish.then(() => response.end('whole'))
    })
    const idle = open(port)
    await once(idle, 'connect')
    const running = conversation(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await expect.poll(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count)))).toBe(2)
    const idleEnded = once(idle.resume(), 'end')
    const drained = drain(server, { over: new Promise(() => {}) })
    await idleEnded
    await expect(conversation(port, smuggled)).rejects.toThrow('ECONNREFUSED')
    letFinish()
    expect(await running).toContain('whole')
    idle.destroy()
    await drained
  })

  it('F19: says of every answer that begins from then on that it is the last on its connection', async () => {
    const { promise: finish, resolve: letFinish } = Promise.withResolvers<void>()
    const waiting: string[] = []
    const { server, port } = await listen((request, response) => {
      waiting.push(request.url ?? '')
      finish.then(() => response.end('whole'))
    })
    const running = conversation(port, 'GET /running HTTP/1.1\r\nHost: a\r\n\r\n')
    await expect.poll(() => waiting).toEqual(['/running'])
    const drained = drain(server, { over: new Promise(() => {}), noticeMs: 50 })
    const late = conversation(port, 'GET /late HTTP/1.1\r\nHost: a\r\n\r\n')
    await expect.poll(() => waiting).toEqual(['/running', '/late'])
    letFinish()
    for (const answer of await Promise.all([running, late])) expect(answer).toMatch(/^connection: close\r$/im)
    await drained
  })

  it('F19: cuts off after the grace what never ends, upgraded connections too', async () => {
    const { server, port } = await listen(
      (_, response) => {
        response.write('endless')
      },
      undefined,
      switchProtocols,
    )
    const endless = conversation(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    const upgraded = conversation(
      port,
      'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    )
    await expect.poll(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count)))).toBe(2)
    const started = performance.now()
    await drain(server, { over: new Promise((resolve) => setTimeout(resolve, 100)) })
    expect(performance.now() - started).toBeGreaterThan(90)
    expect(await endless).toContain('endless')
    expect(await upgraded).toContain('101')
  })
})

const switchProtocols: UpgradeListener = (_, socket) => {
  socket.on('error', () => {})
  socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
}

describe('an offer to change the protocol', () => {
  const offer = (protocol: string, more = '') =>
    `GET /path HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: ${protocol}\r\n${more}\r\n`

  it('is taken up for WebSockets only, and only where somebody listens', async () => {
    const { port } = await listen(echo, undefined, switchProtocols)
    const upgraded = open(port)
    upgraded.write(offer('WebSocket'))
    const [head] = await once(upgraded, 'data')
    expect(String(head)).toContain('101')
    expect(await conversation(port, offer('h2c'))).toContain('"url":"/path"')
    const { port: deaf } = await listen()
    expect(await conversation(deaf, offer('websocket'))).toContain('"url":"/path"')
  })

  it('is held to the same limits', async () => {
    const { port } = await listen(echo, undefined, switchProtocols)
    const headers = Array.from({ length: 130 }, (_, index) => `x-${index}: 1\r\n`).join('')
    expect(await conversation(port, offer('websocket', headers))).toMatch(/^HTTP\/1\.1 431/)
    const long = offer('websocket').replace('/path', `/${'a'.repeat(9000)}`)
    expect(await conversation(port, long)).toMatch(/^HTTP\/1\.1 414/)
  })
})

it('A client that sent its request in time is answered, however long the process was kept from reading it', async () => {
  plain = plainEcho
  const { server, port } = await listen(echo, deadlines)
  const socket = open(port)
  await once(server, 'connection')
  // Longer than the interval: it was seen to wait.
  await new Promise((resolve) => setTimeout(resolve, 3 * deadlines.connectionsCheckingInterval))
  // From here timers come next, and then the network.
  await new Promise((resolve) => setImmediate(resolve))
  socket.write(smuggled)
  beKeptWaiting(2 * deadlines.headersTimeout)
  const [answer] = await Promise.race([once(socket, 'data'), once(socket, 'close')])
  expect(statuses(String(answer))).toEqual([200])
})
