import { createServer, type IncomingHttpHeaders } from 'node:http'
import { WebSocket, WebSocketServer } from 'ws'
import { listenLocally } from './local-server.ts'

/** A provider of sessions under test: it behaves as the model's name says. */
export type RealtimeUpstream = {
  url: string
  /** Handshakes as they came. */
  handshakes: { path: string; headers: IncomingHttpHeaders }[]
  /** Events of clients, newest last. */
  events: Record<string, unknown>[]
  /** How clients closed their sessions. */
  closes: number[]
  open: () => number
  close: () => Promise<void>
}

/** What a response tells it used. */
export const realtimeUsage = {
  total_tokens: 30,
  input_tokens: 20,
  output_tokens: 10,
  input_token_details: { text_tokens: 20 },
  output_token_details: { text_tokens: 10 },
}

const words = ['Water', ' finds', ' its', ' way.']

/**
 * Models: `plain`; `silent` (no usage); `failing` (a response that fails); `cut` (breaks off in the middle);
 * `close-CODE`; `endless` (talks until it is closed); `flood` (sends much at once); `refuse-STATUS` (no session).
 */
export const startRealtimeUpstream = async (): Promise<RealtimeUpstream> => {
  const upstream: Omit<RealtimeUpstream, 'url' | 'close' | 'open'> = { handshakes: [], events: [], closes: [] }
  const server = createServer((_request, response) => {
    response.writeHead(404).end()
  })
  const sockets = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request, socket, head) => {
    const path = request.url ?? '/'
    upstream.handshakes.push({ path, headers: request.headers })
    const model = new URL(path, 'http://upstream').searchParams.get('model') ?? ''
    const status = Number(/^refuse-(\d+)$/.exec(model)?.[1] ?? 0)
    if (status > 0) {
      const text = JSON.stringify({
        error: { message: `refused with ${status}`, type: 'test_error', code: 'test_code' },
      })
      socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: ${text.length}\r\n\r\n${text}`)
      return
    }
    sockets.handleUpgrade(request, socket, head, (client) => serve(client, model, upstream))
  })
  const { url, close } = await listenLocally(server)
  return {
    ...upstream,
    url,
    open: () => sockets.clients.size,
    close: () => {
      for (const client of sockets.clients) client.terminate()
      return close()
    },
  }
}

type Noted = Pick<RealtimeUpstream, 'events' | 'closes'>

const serve = (client: WebSocket, model: string, { events, closes }: Noted): void => {
  const send = (event: object) => {
    if (client.readyState === WebSocket.OPEN) client.send(JSON.stringify(event))
  }
  let writer: string | undefined
  client.on('close', (code) => closes.push(code))
  send({ type: 'session.created', session: { type: 'realtime', model } })
  client.on('message', (data) => {
    const event = JSON.parse(data.toString())
    events.push(event)
    switch (event.type) {
      case 'session.update':
      case 'transcription_session.update':
        writer = event.session.audio?.input?.transcription?.model ?? event.session.input_audio_transcription?.model
        send({ type: 'session.updated', session: { model, ...event.session } })
        break
      case 'conversation.item.create':
        send({ type: 'conversation.item.added', item: event.item })
        break
      case 'input_audio_buffer.commit':
        send({ type: 'conversation.item.input_audio_transcription.completed', usage: usageOfHeard(writer) })
        break
      case 'response.create':
        respond(client, model, send)
        break
      case 'bad':
        send({ type: 'error', error: { type: 'invalid_request_error', message: 'the upstream says no' } })
    }
  })
}

/** What writing down is told to have used: by tokens with one model, with another not at all. */
const usageOfHeard = (writer: string | undefined): object | undefined => {
  if (writer === 'silent') return undefined
  return writer === 'plain' ? { ...realtimeUsage, type: 'tokens' } : { type: 'duration', seconds: 6 }
}

const respond = (client: WebSocket, model: string, send: (event: object) => void): void => {
  const code = Number(/^close-(\d+)$/.exec(model)?.[1] ?? 0)
  if (code > 0) {
    client.close(code, 'as told')
    return
  }
  send({ type: 'response.created', response: { id: 'resp_1' } })
  if (model === 'failing') {
    send({ type: 'response.done', response: { id: 'resp_1', status: 'failed', usage: null } })
    return
  }
  if (model === 'flood') {
    const delta = 'x'.repeat(64 * 1024)
    for (let index = 0; index < 400; index += 1) send({ type: 'response.thing', delta })
  }
  for (const delta of words) send({ type: 'response.output_text.delta', delta })
  if (model === 'cut') {
    setTimeout(() => client.terminate(), 20)
    return
  }
  if (model === 'endless') {
    const talking = setInterval(() => send({ type: 'response.output_text.delta', delta: ' and on and on' }), 2)
    client.once('close', () => clearInterval(talking))
    return
  }
  const usage = model === 'silent' ? null : realtimeUsage
  send({ type: 'response.done', response: { id: 'resp_1', status: 'completed', usage } })
}
