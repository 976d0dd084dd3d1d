import { Agent, type ClientRequest, request as nodeRequest } from 'node:http'
import { Client } from 'undici'
import { keepMarginMs } from '#server/lib/outbound/exchange-pool.ts'
import { OutboundExchange, type OutboundHeaders } from '#server/lib/outbound/outbound-exchange.ts'
import { OutboundPool } from '#server/lib/outbound/outbound-pool.ts'
import { undiciOptions } from '#server/lib/outbound/undici-pool.ts'
import { MemorySocket, quiet, turn } from './memory-socket.ts'
import { piecesOf, type Sent } from './mutations.ts'

/** What a client made of the answer to one request. */
export type AnswerReading = {
  heads: { status: number; headers: OutboundHeaders; names: readonly string[] }[]
  body: string
  state: 'waiting' | 'whole' | 'refused'
  /** Whether the connection takes another request. */
  isKept: boolean
}

/** One client with connections that are opened when it wants one. */
type Reader = {
  ask: (reading: AnswerReading) => void
  socket: () => MemorySocket | undefined
  close: () => void
}

type ReaderName = 'ours' | 'undici' | 'node'

const emptyReading = (): AnswerReading => ({ heads: [], body: '', state: 'waiting', isKept: false })

const end = (reading: AnswerReading, state: 'whole' | 'refused'): void => {
  if (reading.state === 'waiting') reading.state = state
}

const target = { origin: 'http://a', path: '/', method: 'GET' as const, headers: [], body: null }
const { maxHeaderSize } = undiciOptions

const readOurs = (): Reader => {
  let socket: MemorySocket | undefined
  const pool = new OutboundPool('a', (_read, done) => {
    socket = new MemorySocket()
    done(null, socket, false)
  })
  return {
    socket: () => socket,
    ask(reading) {
      const handler = {
        onRequestStart: () => {},
        onResponseStart: (_: unknown, status: number, headers: OutboundHeaders) => {
          reading.heads.push({ status, headers, names: [] })
        },
        onResponseData: (_: unknown, chunk: Buffer) => {
          reading.body += chunk.toString('latin1')
        },
        onResponseEnd: () => end(reading, 'whole'),
        onResponseError: () => end(reading, 'refused'),
      }
      pool.send(new OutboundExchange(target, pool.host, handler, { firstByteMs: 0, idleMs: 0 }))
    },
    close: () => pool.destroy(new Error('the comparison is over')),
  }
}

/** Names and values in turn, as they were sent. */
const headersOf = (raw: readonly string[]): { headers: OutboundHeaders; names: string[] } => {
  const values = new Map<string, string>()
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index]?.toLowerCase() ?? ''
    // Some keep the blanks behind a value.
    const value = (raw[index + 1] ?? '').replace(/[\t ]+$/, '')
    const before = values.get(name)
    values.set(name, before === undefined ? value : `${before}, ${value}`)
  }
  return { headers: { get: (name) => values.get(name) }, names: [...values.keys()] }
}

const readUndici = (): Reader => {
  let socket: MemorySocket | undefined
  const client = new Client(target.origin, {
    ...undiciOptions,
    keepAliveTimeoutThreshold: keepMarginMs,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: (_options, done) => {
      const opened = new MemorySocket()
      socket = opened
      queueMicrotask(() => done(null, opened))
    },
  })
  return {
    socket: () => socket,
    ask(reading) {
      client.dispatch(
        { path: '/', method: 'GET' },
        {
          onRequestStart: () => {},
          onResponseStart({ rawHeaders }, status) {
            const raw = Array.isArray(rawHeaders) ? rawHeaders.map((text) => text.toString('latin1')) : []
            reading.heads.push({ status, ...headersOf(raw) })
          },
          onResponseData: (_, chunk) => {
            reading.body += chunk.toString('latin1')
          },
          onResponseEnd: () => end(reading, 'whole'),
          onResponseError: () => end(reading, 'refused'),
        },
      )
    },
    close: () => void client.destroy(),
  }
}

const readNode = (): Reader => {
  let socket: MemorySocket | undefined
  let running: ClientRequest | undefined
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  agent.createConnection = () => {
    socket = new MemorySocket()
    return socket
  }
  return {
    socket: () => socket,
    ask(reading) {
      running = nodeRequest({ host: 'a', path: '/', agent, maxHeaderSize, insecureHTTPParser: false })
      running.maxHeadersCount = 0
      running
        .on('information', ({ statusCode, rawHeaders }) => {
          reading.heads.push({ status: statusCode, ...headersOf(rawHeaders) })
        })
        .on('response', (response) => {
          reading.heads.push({ status: response.statusCode ?? 0, ...headersOf(response.rawHeaders) })
          response
            .setEncoding('latin1')
            .on('data', (text: string) => {
              reading.body += text
            })
            .on('end', () => end(reading, response.complete ? 'whole' : 'refused'))
            .on('error', () => end(reading, 'refused'))
        })
        .on('error', () => end(reading, 'refused'))
        .end()
    },
    close() {
      running?.destroy()
      agent.destroy()
    },
  }
}

const create: Record<ReaderName, () => Reader> = { ours: readOurs, undici: readUndici, node: readNode }

export type AnswerReadings = Record<ReaderName, AnswerReading>

type Row = {
  readers: Record<ReaderName, Reader>
  answers: readonly Sent[]
  /** Of each answer, before and after the other side closed. */
  readings: { open: AnswerReadings; closed: AnswerReadings }[]
  goesOn: boolean
}

const each = <Value>(value: (name: ReaderName) => Value): Record<ReaderName, Value> => ({
  ours: value('ours'),
  undici: value('undici'),
  node: value('node'),
})

const names: readonly ReaderName[] = ['ours', 'undici', 'node']

/** Gives each row its next answer: asks for it, brings it in pieces, and notes what was read of it. */
const bring = async (rows: readonly Row[], round: number): Promise<void> => {
  const going = rows.flatMap((row) => {
    const answer = row.answers[round]
    if (!row.goesOn || answer === undefined) return []
    const now = each(emptyReading)
    for (const name of names) row.readers[name].ask(now[name])
    return [{ row, now, pieces: piecesOf(answer) }]
  })
  await quiet()
  const most = Math.max(0, ...going.map(({ pieces }) => pieces.length))
  for (let part = 0; part < most; part += 1) {
    for (const { row, pieces } of going) {
      const piece = pieces[part]
      if (piece !== undefined) for (const name of names) row.readers[name].socket()?.bring(piece)
    }
    await turn()
    await turn()
  }
  await quiet()
  for (const { row, now } of going) {
    for (const name of names) now[name].isKept = row.readers[name].socket()?.destroyed === false
    row.readings.push({ open: each((name) => ({ ...now[name], heads: [...now[name].heads] })), closed: now })
    // What follows is asked for where all are ready for it.
    row.goesOn = names.every((name) => now[name].state === 'whole')
  }
}

/** Reads answers with our client, with undici's and with Node's. */
export const readAnswers = async (sending: readonly (readonly Sent[])[]): Promise<Row['readings'][]> => {
  const rows: Row[] = sending.map((answers) => ({
    readers: each((name) => create[name]()),
    answers,
    readings: [],
    goesOn: true,
  }))
  const rounds = Math.max(...sending.map(({ length }) => length))
  for (let round = 0; round < rounds; round += 1) await bring(rows, round)
  for (const { readers } of rows) for (const name of names) readers[name].socket()?.bringEnd()
  await quiet()
  for (const { readers } of rows) for (const name of names) readers[name].close()
  await quiet()
  return rows.map(({ readings }) => readings)
}
