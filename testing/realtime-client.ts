import type { IncomingMessage } from 'node:http'
import { WebSocket } from 'ws'

/** A client of sessions: it keeps what it hears. */
export type RealtimeClient = {
  socket: WebSocket
  events: ReturnType<typeof JSON.parse>[]
  send: (event: object) => void
  /** The next event of the type that was not asked for yet. */
  next: (type: string) => Promise<ReturnType<typeof JSON.parse>>
  closed: Promise<{ code: number; reason: string }>
}

/** Resolves when the session is open, or with what it was refused for. */
export const openRealtime = (
  url: string,
  { headers = {}, protocols = [] }: { headers?: Record<string, string>; protocols?: string[] },
): Promise<{ client: RealtimeClient; refused?: never } | { client?: never; refused: Refusal }> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(url.replace(/^http/, 'ws'), protocols, { headers, perMessageDeflate: false })
    const client = listenTo(socket)
    socket.once('open', () => resolve({ client }))
    socket.once('unexpected-response', (_request, answer) => {
      readAnswer(answer).then((refused) => resolve({ refused }), reject)
    })
    socket.on('error', reject)
  })

type Refusal = { status: number; headers: IncomingMessage['headers']; json: ReturnType<typeof JSON.parse> }

const readAnswer = async (answer: IncomingMessage): Promise<Refusal> => {
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk)
  const json = JSON.parse(Buffer.concat(chunks).toString())
  return { status: answer.statusCode ?? 0, headers: answer.headers, json }
}

const listenTo = (socket: WebSocket): RealtimeClient => {
  const events: ReturnType<typeof JSON.parse>[] = []
  const asked = new Map<string, number>()
  let look = () => {}
  socket.on('message', (data) => {
    events.push(JSON.parse(data.toString()))
    look()
  })
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() }))
  })
  return {
    socket,
    events,
    closed,
    send: (event) => socket.send(JSON.stringify(event)),
    next: (type) =>
      new Promise((resolve, reject) => {
        const place = asked.get(type) ?? 0
        asked.set(type, place + 1)
        const late = setTimeout(() => reject(new Error(`no ${type} in ${JSON.stringify(events.slice(-5))}`)), 20_000)
        const find = () => {
          const found = events.filter((event) => event.type === type)[place]
          if (found === undefined) return
          clearTimeout(late)
          resolve(found)
        }
        const lookBefore = look
        look = () => {
          lookBefore()
          find()
        }
        find()
      }),
  }
}
