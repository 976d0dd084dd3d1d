import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MutatedPair, mutatedPair } from '#testing/mutated-requests.ts'
import { createRandom } from '#testing/seeded-random.ts'
import { createHttpServer, drain } from './http-server.ts'
import { type ClientRequest, PlainRequest } from './plain-request.ts'
import type { ClientResponse } from './plain-response.ts'

/**
 * Some thousand pairs of requests in every run; a million, which take an hour or so, with
 * `FRAMED_PAIRS=1000000 nice npx vitest run server/lib/inbound/framed-alike.test.ts`. `FRAMED_SEED` begins elsewhere.
 */
const pairs = Number(process.env.FRAMED_PAIRS ?? 3000)
const seed = Number(process.env.FRAMED_SEED ?? 21)
const together = 50

type Seen = { head: string; body: string | undefined }
/** What a server made of one connection. */
type Connection = { seen: Seen[]; isClosed: boolean }

let activity = 0

/** As it was framed, in whatever way it is packed. */
const bodyOf = async (request: ClientRequest): Promise<Buffer> =>
  request instanceof PlainRequest ? request.body : Buffer.concat(await request.toArray())

const startServer = async (path: string, servesPlainly: boolean) => {
  const connections: Connection[] = []
  const bySocket = new WeakMap<Socket, Connection>()
  const serve = async (request: ClientRequest, response: ClientResponse) => {
    activity += 1
    const { method, url, headers, httpVersion } = request
    const seen: Seen = {
      head: JSON.stringify([method, url, httpVersion, Object.entries(headers).sort()]),
      body: undefined,
    }
    bySocket.get(request.socket)?.seen.push(seen)
    try {
      seen.body = (await bodyOf(request)).toString('latin1')
      response.writeHead(200, ['content-length', '2'])
      response.end('ok', 'latin1')
    } catch {
      response.destroy()
    }
    activity += 1
  }
  const plain = { takes: (url: string) => url.startsWith('/v1/'), request: serve }
  const server: Server = createHttpServer(serve, undefined, undefined, servesPlainly ? plain : undefined)
  server.prependListener('connection', (socket: Socket) => {
    const connection: Connection = { seen: [], isClosed: false }
    connections.push(connection)
    bySocket.set(socket, connection)
    socket.once('close', () => {
      activity += 1
      connection.isClosed = true
    })
  })
  server.listen(path)
  await once(server, 'listening')
  return { server, path, connections }
}

type Serving = Awaited<ReturnType<typeof startServer>>

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Resolves when nothing has moved for some turns: on one machine all that was sent has been read by then. */
const quiet = async () => {
  for (let still = 0, last = activity; still < 6; still += 1) {
    await turn()
    if (activity !== last) {
      last = activity
      still = 0
    }
  }
}

const send = async ({ path }: Serving, sending: readonly MutatedPair[]): Promise<Socket[]> => {
  const clients = sending.map(() => {
    const client = connect(path)
    client
      .on('error', () => {})
      .on('data', () => {
        activity += 1
      })
    return client
  })
  await Promise.all(clients.map((client) => once(client, 'connect')))
  const most = Math.max(...sending.map(({ cuts }) => cuts.length))
  for (let part = 0; part <= most; part += 1) {
    for (const [index, { bytes, cuts }] of sending.entries()) {
      const piece = bytes.subarray(cuts[part - 1] ?? 0, part === cuts.length ? undefined : cuts[part])
      if (part <= cuts.length && piece.length > 0) clients[index]?.write(piece)
    }
    await turn()
    await turn()
  }
  await quiet()
  return clients
}

let folder: string
let ours: Serving
let nodes: Serving
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framed-'))
  ours = await startServer(join(folder, 'ours'), true)
  nodes = await startServer(join(folder, 'nodes'), false)
})
afterAll(async () => {
  for (const { server } of [ours, nodes]) await drain(server, { over: Promise.resolve() })
  await rm(folder, { recursive: true })
})

/** A request is told in full where its connection lived long enough to bring it. */
const told = ({ seen, isClosed }: Connection, other: Connection) =>
  seen.map(({ head, body }, index) => {
    const isCutOff = isClosed && (body === undefined || other.seen[index]?.body === undefined)
    return isCutOff ? head : [head, body]
  })

it(
  'T42: the reader of plain requests frames pairs of mutated requests as the parser of Node does',
  async () => {
    const random = createRandom(seed)
    for (let done = 0; done < pairs; done += together) {
      const sending = Array.from({ length: together }, () => mutatedPair(random))
      const [first, second] = [ours.connections.length, nodes.connections.length]
      const clients = [...(await send(ours, sending)), ...(await send(nodes, sending))]
      for (const [index, { bytes, cuts }] of sending.entries()) {
        const [mine, theirs] = [ours.connections[first + index], nodes.connections[second + index]]
        if (mine === undefined || theirs === undefined) throw new Error('a connection was not seen')
        const about = [done + index, bytes.toString('latin1'), cuts]
        expect([...about, mine.isClosed, told(mine, theirs)]).toEqual([...about, theirs.isClosed, told(theirs, mine)])
      }
      for (const client of clients) client.destroy()
      ours.connections.length = 0
      nodes.connections.length = 0
      await quiet()
    }
  },
  1000 * pairs,
)
