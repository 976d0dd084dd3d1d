import type { Server } from 'node:http'
import { createHttpServer } from '#server/lib/inbound/http-server.ts'
import { type ClientRequest, PlainRequest } from '#server/lib/inbound/plain-request.ts'
import type { ClientResponse } from '#server/lib/inbound/plain-response.ts'
import { MemorySocket, quiet, turn } from './memory-socket.ts'
import { piecesOf, type Sent } from './mutations.ts'

type Seen = { head: string; body: string | undefined }

/** What a server made of one connection. */
export type RequestReading = {
  seen: Seen[]
  isClosed: boolean
  /** How many of them passed without Node's parser. */
  plain: number
}

/** As it was framed, in whatever way it is packed. */
const bodyOf = async (request: ClientRequest): Promise<Buffer> =>
  request instanceof PlainRequest ? request.body : Buffer.concat(await request.toArray())

const createReader = (servesPlainly: boolean) => {
  const readings = new WeakMap<object, RequestReading>()
  const serve = async (request: ClientRequest, response: ClientResponse) => {
    const reading = readings.get(request.socket)
    const { method, url, headers, httpVersion } = request
    const seen: Seen = {
      head: JSON.stringify([method, url, httpVersion, Object.entries(headers).sort()]),
      body: undefined,
    }
    reading?.seen.push(seen)
    if (reading !== undefined && request instanceof PlainRequest) reading.plain += 1
    try {
      seen.body = (await bodyOf(request)).toString('latin1')
      response.writeHead(200, ['content-length', '2'])
      response.end('ok', 'latin1')
    } catch {
      response.destroy()
    }
  }
  const plain = { takes: (url: string) => url.startsWith('/v1/'), request: serve }
  const server: Server = createHttpServer(serve, undefined, undefined, servesPlainly ? plain : undefined)
  return {
    open() {
      const socket = new MemorySocket()
      const reading: RequestReading = { seen: [], isClosed: false, plain: 0 }
      readings.set(socket, reading)
      server.emit('connection', socket)
      return { socket, reading }
    },
    close: () => server.close(),
  }
}

/** Reads requests with our server: with its own reader of plain ones, and with nothing but Node's parser. */
export const createRequestReaders = () => {
  const ours = createReader(true)
  const nodes = createReader(false)
  return {
    async read(sending: readonly Sent[]): Promise<{ ours: RequestReading; nodes: RequestReading }[]> {
      const rows = sending.map((sent) => ({ pieces: piecesOf(sent), mine: ours.open(), theirs: nodes.open() }))
      const most = Math.max(...rows.map(({ pieces }) => pieces.length))
      for (let part = 0; part < most; part += 1) {
        for (const { pieces, mine, theirs } of rows) {
          const piece = pieces[part]
          if (piece === undefined) continue
          mine.socket.bring(piece)
          theirs.socket.bring(piece)
        }
        await turn()
        await turn()
      }
      await quiet()
      for (const { mine, theirs } of rows) {
        for (const { socket, reading } of [mine, theirs]) {
          reading.isClosed = socket.destroyed
          // What is cut off by its client is no request after all.
          socket.bringEnd()
        }
      }
      await quiet()
      for (const { mine, theirs } of rows) for (const { socket } of [mine, theirs]) socket.destroy()
      return rows.map(({ mine, theirs }) => ({ ours: mine.reading, nodes: theirs.reading }))
    },
    close() {
      ours.close()
      nodes.close()
    },
  }
}

/** What the two differ in, if they do. A body that was cut off with its connection is not looked at. */
export const requestDifference = (ours: RequestReading, nodes: RequestReading): string | undefined => {
  if (ours.seen.length !== nodes.seen.length) return 'how many requests there are'
  for (const [index, mine] of ours.seen.entries()) {
    const theirs = nodes.seen[index]
    if (mine.head !== theirs?.head) return 'a head'
    const isCutOff = ours.isClosed && (mine.body === undefined || theirs.body === undefined)
    if (!isCutOff && mine.body !== theirs.body) return 'a body'
  }
  return ours.isClosed === nodes.isClosed ? undefined : 'whether the connection goes on'
}
