import { createServer, type Server } from 'node:https'
import { type AddressInfo, connect, createServer as createTcpServer, type Server as TcpServer } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import { makeCertificate } from '#testing/certificate.ts'
import { chatBody } from '#testing/chat-answers.ts'
import { oneFaultBench } from '#testing/fault-bench.ts'
import { openRealtime } from '#testing/realtime-client.ts'
import { callRelay } from '#testing/relay-client.ts'

const known = ['localhost', 'upstream.test']
const trusted = makeCertificate({ names: ['trusted.test', ...known] })
const expired = makeCertificate({ names: ['expired.test', ...known], validFrom: -9, validTo: -1 })
const early = makeCertificate({ names: ['early.test', ...known], validFrom: 1, validTo: 9 })
const foreign = makeCertificate({ names: ['elsewhere.test'], local: false })
/** Nobody vouches for it. */
const unknown = makeCertificate({ names: ['unknown.test', ...known] })

const certificates = { trusted, expired, early, foreign, unknown }
const faults = ['expired', 'early', 'foreign', 'unknown'] as const

oneFaultBench(
  Object.keys(certificates).flatMap((name) => [name, `tunnelled-${name}`]),
  (bench) => {
    const servers: (Server | TcpServer)[] = []
    const usual = getCACertificates('default')
    let reached: string[] = []
    let proxy = ''
    const channels = new Map<string, number>()

    const listen = async (server: Server | TcpServer): Promise<number> => {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
      servers.push(server)
      // seam: a server that listens on a port has an address with one
      return (server.address() as AddressInfo).port
    }

    /** It notes whatever comes through: a key that it was shown is in other hands. */
    const startUpstream = (name: keyof typeof certificates): Promise<number> => {
      const server = createServer(certificates[name], (_request, response) => {
        reached.push(name)
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify(chatBody({ content: 'Hi.' })))
      })
      const sockets = new WebSocketServer({ noServer: true })
      server.on('tlsClientError', () => {})
      server.on('upgrade', (request, socket, head) => {
        reached.push(name)
        sockets.handleUpgrade(request, socket, head, (opened) => {
          opened.send(JSON.stringify({ type: 'session.created', session: {} }))
        })
      })
      return listen(server)
    }

    /** It opens the way to every name, on this machine. */
    const startProxy = () =>
      listen(
        createTcpServer((socket) => {
          socket.on('error', () => {})
          socket.once('data', (head) => {
            const onward = connect(Number(/:(\d+) HTTP/.exec(head.toString())?.[1]), '127.0.0.1')
            onward.on('error', () => socket.destroy())
            socket.on('close', () => onward.destroy())
            socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
            socket.pipe(onward).pipe(socket)
          })
        }),
      )

    beforeAll(async () => {
      setDefaultCACertificates([...usual, trusted.cert, expired.cert, early.cert, foreign.cert])
      proxy = `http://127.0.0.1:${await startProxy()}`
      for (const name of ['trusted', ...faults] as const) {
        const port = await startUpstream(name)
        const { addChannel } = bench()
        channels.set(name, await addChannel({ base_url: `https://127.0.0.1:${port}`, models: name }))
        const setting = JSON.stringify({ proxy })
        await addChannel({ base_url: `https://upstream.test:${port}`, models: `tunnelled-${name}`, setting })
      }
    })
    afterAll(() => {
      setDefaultCACertificates(usual)
      for (const server of servers) {
        if ('closeAllConnections' in server) server.closeAllConnections()
        server.close()
      }
    })

    const ask = (model: string) => callRelay(bench().gateway, bench().key, { model })
    const openSession = (model: string) =>
      openRealtime(`${bench().gateway.url}/v1/realtime?model=${model}`, {
        headers: { authorization: `Bearer ${bench().key}` },
      })
    const ways = ['', 'tunnelled-']

    it('F25: an upstream whose certificate is in order is reached, by itself, through a proxy and as a session', async () => {
      for (const way of ways) {
        expect([way, (await ask(`${way}trusted`)).status]).toEqual([way, 200])
        const { client } = await openSession(`${way}trusted`)
        expect(await client?.next('session.created')).toBeDefined()
        client?.socket.close()
      }
    })

    describe.each(faults)('F25: an upstream whose certificate is %s', (name) => {
      it.each(ways)('is sent nothing: neither a call nor a session, nor the key; through "%s"', async (way) => {
        reached = []
        const before = (await bench().rows()).total
        expect((await ask(way + name)).status).toBe(502)
        const { refused } = await openSession(way + name)
        expect(refused?.status).toBe(502)
        expect(reached).toEqual([])
        expect((await bench().rows()).total).toBe(before)
      })

      it('is not asked for its models, nor tested', async () => {
        reached = []
        const { root } = bench()
        const id = channels.get(name)
        expect((await root.get(`/api/channel/fetch_models/${id}`)).success).toBe(false)
        expect((await root.get(`/api/channel/test/${id}`)).success).toBe(false)
        expect(reached).toEqual([])
      })
    })
  },
)
