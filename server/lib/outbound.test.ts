import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Socket,
  type Server as TcpServer,
} from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { type AddressPolicy, AddressRefused, type Resolver } from './address-guard.ts'
import { BodyRefused } from './body-refused.ts'
import {
  classifyTransportError,
  createOutbound,
  type Outbound,
  type OutboundHandler,
  type OutboundOptions,
} from './outbound.ts'
import { parseProxy } from './outbound-proxy.ts'
import { OutboundTimeout } from './outbound-request.ts'

const user: AddressPolicy = { givenBy: 'user' }
const operator: AddressPolicy = { givenBy: 'operator', privateNetworks: true }
const patient = { firstByteMs: 20_000, idleMs: 20_000 }

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const outbound = (options: Partial<OutboundOptions> = {}): Outbound => {
  const created = createOutbound({ allowPrivate: true, ...options })
  closing.push(() => created.close())
  return created
}

const listening = async <Listener extends Server | TcpServer>(server: Listener): Promise<number> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => server.close())
  return (server.address() as AddressInfo).port
}

/** An upstream that keeps what it was asked. */
const upstream = async (answer: RequestListener = (_, response) => response.end('hello')) => {
  const asked: IncomingMessage[] = []
  const server = createServer((request, response) => {
    asked.push(request)
    answer(request, response)
  })
  const port = await listening(server)
  closing.push(() => server.closeAllConnections())
  return { port, asked, origin: `http://127.0.0.1:${port}`, server }
}

/** A TCP server that does what it is told with each connection. */
const tcp = async (onConnection: (socket: Socket) => void) => {
  const sockets = new Set<Socket>()
  const port = await listening(
    createTcpServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
      onConnection(socket)
    }),
  )
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
  })
  return { port, sockets }
}

type Events = Partial<Pick<OutboundHandler, 'onRequestStart' | 'onResponseStart' | 'onResponseData'>>
type Sent = { origin: string; path?: string; body?: string; proxy?: string; headers?: string[] }

/** Dispatches and gives what came back. */
const send = (client: Outbound, target: Sent, deadlines = patient, events: Events = {}) =>
  new Promise<{ statuses: number[]; body: string }>((resolve, reject) => {
    const statuses: number[] = []
    const chunks: Buffer[] = []
    const { origin, path = '/', body = '', proxy, headers = [] } = target
    client.dispatch(
      { origin, path, method: 'POST', headers, body: Buffer.from(body), proxy },
      {
        onRequestStart: (controller) => events.onRequestStart?.(controller),
        onResponseStart(controller, status, responseHeaders) {
          statuses.push(status)
          events.onResponseStart?.(controller, status, responseHeaders)
        },
        onResponseData(controller, chunk) {
          chunks.push(chunk)
          events.onResponseData?.(controller, chunk)
        },
        onResponseEnd: () => resolve({ statuses, body: Buffer.concat(chunks).toString() }),
        onResponseError: (_, error) => reject(error),
      },
      deadlines,
    )
  })

/** A connection takes the next request one turn of the event loop after its last answer. */
const connectionFree = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'no failure',
    (error: unknown) => error,
  )
const fault = async (work: Promise<unknown>) => classifyTransportError(await failure(work))

/** Answers every name with the next of these addresses. */
const resolver = (...addresses: string[][]): Resolver & { asked: string[] } => {
  const asked: string[] = []
  const resolve: Resolver = (hostname, _, callback) => {
    const found = addresses[asked.length] ?? []
    asked.push(hostname)
    callback(
      null,
      found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
  return Object.assign(resolve, { asked })
}

describe('dispatch', () => {
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

describe('what goes wrong on the way', () => {
  it('F25: no one listens, or the name does not exist', async () => {
    const { port } = await tcp(() => {})
    const gone = createTcpServer().listen(0, '127.0.0.1')
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

describe('through a proxy', () => {
  /** A proxy that speaks CONNECT and connects every name to this machine. */
  const httpProxy = async (answer = 'HTTP/1.1 200 Connection established\r\n\r\n') => {
    const heads: string[] = []
    const { port } = await tcp((socket) => {
      socket.once('data', (head) => {
        heads.push(head.toString())
        const target = Number(/:(\d+) HTTP/.exec(head.toString())?.[1])
        socket.write(answer)
        if (answer.includes(' 200 ')) join(socket, target)
      })
    })
    return { port, heads }
  }
  const join = (socket: Socket, port: number) => {
    const onward = connect(port, '127.0.0.1')
    onward.on('error', () => socket.destroy())
    socket.on('close', () => onward.destroy())
    socket.pipe(onward).pipe(socket)
  }
  /** A SOCKS5 proxy that asks for a password when it has one. */
  const socksProxy = async (password?: string) => {
    const asked: string[] = []
    const { port } = await tcp((socket) => {
      const steps = [
        (_: Buffer) => socket.write(Buffer.from([5, password === undefined ? 0 : 2])),
        ...(password === undefined
          ? []
          : [(bytes: Buffer) => socket.write(Buffer.from([1, bytes.toString().endsWith(password) ? 0 : 1]))]),
        (bytes: Buffer) => {
          asked.push(bytes.toString('latin1'))
          socket.write(Buffer.from([5, 0, 0]))
          setImmediate(() => socket.write(Buffer.from([1, 127, 0, 0, 1, 0, 0])))
          join(socket, bytes.readUInt16BE(bytes.length - 2))
        },
      ]
      const onData = (bytes: Buffer) => {
        steps.shift()?.(bytes)
        if (steps.length === 0) socket.off('data', onData)
      }
      socket.on('data', onData)
    })
    return { port, asked }
  }

  it('reaches the target by name over a tunnel it keeps, with the proxy’s credentials', async () => {
    const { port, asked } = await upstream()
    const proxy = await httpProxy()
    const client = outbound()
    const target = { origin: `http://upstream.test:${port}`, proxy: `http://us%40er:pass@127.0.0.1:${proxy.port}` }
    for (let count = 0; count < 3; count++) {
      expect(await send(client, target)).toMatchObject({ body: 'hello' })
      await connectionFree()
    }
    expect(proxy.heads).toHaveLength(1)
    expect(proxy.heads[0]).toContain(`CONNECT upstream.test:${port} HTTP/1.1`)
    expect(proxy.heads[0]).toContain(`proxy-authorization: Basic ${btoa('us@er:pass')}`)
    expect(asked[0]?.headers['proxy-authorization']).toBeUndefined()
  })

  it('speaks TLS to the target inside the tunnel', async () => {
    const { promise: hello, resolve } = Promise.withResolvers<Buffer>()
    const { port } = await tcp((socket) => {
      socket.once('data', (bytes: Buffer) => {
        resolve(bytes)
        socket.destroy()
      })
    })
    const proxy = await httpProxy()
    const work = send(outbound(), { origin: `https://upstream.test:${port}`, proxy: `http://127.0.0.1:${proxy.port}` })
    expect(await fault(work)).toMatch(/reset|tls/)
    expect((await hello)[0]).toBe(0x16)
    expect((await hello).includes('upstream.test')).toBe(true)
  })

  it.each([undefined, 'pass'])('speaks SOCKS5 with the password %j', async (password) => {
    const { port } = await upstream()
    const proxy = await socksProxy(password)
    const credentials = password === undefined ? '' : `user:${password}@`
    const target = { origin: `http://upstream.test:${port}`, proxy: `socks5://${credentials}127.0.0.1:${proxy.port}` }
    expect(await send(outbound(), target)).toMatchObject({ body: 'hello' })
    expect(proxy.asked[0]).toContain('upstream.test')
  })

  it('a proxy that refuses, hangs up, talks nonsense or stays silent is a fault of the connection', async () => {
    const { port } = await upstream()
    const refusing = await httpProxy('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    const hangingUp = await tcp((socket) => socket.destroy())
    const nonsense = await tcp((socket) => socket.end('220 mail ready\r\n\r\n'))
    const endless = await tcp((socket) => socket.write('a'.repeat(100_000)))
    const silent = await tcp((socket) => socket.resume())
    const locked = await socksProxy('right')
    const client = outbound({ connectDeadlineMs: 100 })
    const proxies = [refusing, hangingUp, nonsense, endless, silent].map((each) => `http://127.0.0.1:${each.port}`)
    proxies.push(`socks5://user:wrong@127.0.0.1:${locked.port}`, `socks5://127.0.0.1:${locked.port}`)
    for (const proxy of proxies) {
      expect(await fault(send(client, { origin: `http://upstream.test:${port}`, proxy })), proxy).toMatch(
        /connect|reset/,
      )
    }
  })

  it('reads the addresses of proxies', () => {
    const read = (text: string) => {
      const proxy = parseProxy(text)
      return proxy && `${proxy.protocol} ${proxy.username}|${proxy.password}|${proxy.hostname}|${proxy.port}`
    }
    expect(read('http://proxy.test')).toBe('http: ||proxy.test|80')
    expect(read('HTTPS://proxy.test/')).toBe('https: ||proxy.test|443')
    expect(read('https://proxy.test:80')).toBe('https: ||proxy.test|80')
    expect(read('socks5://u%3A:p%40@[::1]:80')).toBe('socks5: u:|p@|::1|80')
    expect(read('socks5h://2130706433')).toBe('socks5: ||127.0.0.1|1080')
    for (const text of [
      '',
      'proxy.test:80',
      'ftp://proxy.test',
      'http://proxy.test/path',
      'http://%@proxy.test',
      'http://a b',
    ]) {
      expect(read(text), text).toBe(null)
    }
  })

  it('T32: neither the proxy nor a literal target may be an address that is never reached; users get no proxy', async () => {
    const { port, asked } = await upstream()
    const proxy = await httpProxy()
    const way = `http://127.0.0.1:${proxy.port}`
    const client = outbound()
    const refused = [
      send(client, { origin: 'http://169.254.169.254', proxy: way }),
      send(client, { origin: `http://upstream.test:${port}`, proxy: 'http://169.254.169.254:3128' }),
      send(client, { origin: `http://upstream.test:${port}`, proxy: 'ftp://127.0.0.1' }),
      send(outbound({ allowPrivate: false }), { origin: `http://upstream.test:${port}`, proxy: way }),
      client.request({
        url: 'http://example.com/',
        method: 'GET',
        policy: user,
        timeoutMs: 1000,
        maximumBytes: 10,
        proxy: way,
      }),
    ]
    for (const error of await Promise.all(refused.map(failure))) expect(error).toBeInstanceOf(AddressRefused)
    expect(proxy.heads.length + asked.length).toBe(0)
  })
})
