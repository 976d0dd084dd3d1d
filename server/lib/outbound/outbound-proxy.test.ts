import { connect, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { connectionFree, eachClient, failure, fault, send, tcp, upstream, user } from '#testing/outbound-bench.ts'
import { AddressRefused } from './address-guard.ts'
import { parseProxy } from './outbound-proxy.ts'

eachClient('through a proxy', (outbound) => {
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
