import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'
import { listenLocally } from './local-server.ts'

/** What a vendor's WebSocket server does with one conversation. */
type WebSocketTold = {
  /** Whether the handshake shows who it is from; a refusal is an ordinary answer. */
  admits: (request: IncomingMessage) => { status: number; body: unknown } | undefined
  /** Sent in answer to the first message, each as one. */
  messages: readonly unknown[] | ((body: ReturnType<typeof JSON.parse>) => readonly unknown[])
  /** Closes the line after them. */
  closes?: boolean
  /** In place of that: what it does with every message, by saying something or nothing. */
  hears?: (message: string, say: (said: string | Buffer) => void) => void
}

export type WebSocketVendor = {
  url: string
  /** Paths of handshakes and first messages, newest last. */
  calls: { path: string; headers: IncomingMessage['headers']; body: ReturnType<typeof JSON.parse> }[]
  /** Lines that are open. */
  open: () => number
  tell: (told: WebSocketTold) => void
  close: () => Promise<void>
}

/** A vendor's server under test that is spoken to over WebSockets. */
export const startWebSocketVendor = async (): Promise<WebSocketVendor> => {
  const calls: WebSocketVendor['calls'] = []
  let told: WebSocketTold = { admits: () => ({ status: 404, body: {} }), messages: [] }
  const server = createServer((_request, response) => response.writeHead(426).end())
  const webSockets = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request, socket, head) => {
    const refusal = told.admits(request)
    if (refusal !== undefined) {
      const body = JSON.stringify(refusal.body)
      socket.end(
        `HTTP/1.1 ${refusal.status} Refused\r\ncontent-type: application/json\r\n` +
          `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
      )
      return
    }
    webSockets.handleUpgrade(request, socket, head, (line) => {
      const { hears } = told
      if (hears !== undefined) {
        line.on('message', (data) => hears(data.toString(), (said) => line.send(said)))
        return
      }
      line.once('message', (data) => {
        const body = JSON.parse(data.toString())
        calls.push({ path: request.url ?? '', headers: request.headers, body })
        const { messages } = told
        for (const message of typeof messages === 'function' ? messages(body) : messages) {
          line.send(JSON.stringify(message))
        }
        if (told.closes === true) line.close()
      })
    })
  })
  const { url, close } = await listenLocally(server)
  return {
    url,
    calls,
    open: () => webSockets.clients.size,
    tell: (next) => {
      told = next
    },
    close: () => {
      for (const line of webSockets.clients) line.terminate()
      return close()
    },
  }
}
