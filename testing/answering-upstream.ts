import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type AnsweredCall = {
  method: string
  path: string
  headers: IncomingHttpHeaders
  /** Empty where the call had none. */
  text: string
  /** As loose as parsing leaves it; an empty object where the body is not JSON. */
  body: ReturnType<typeof JSON.parse>
}

/** A provider under test that answers each call as the test says. */
export type AnsweringUpstream = { url: string; calls: AnsweredCall[]; close: () => Promise<void> }

type Answer = (call: AnsweredCall, response: ServerResponse) => void

export const startAnsweringUpstream = async (answer: Answer): Promise<AnsweringUpstream> => {
  const calls: AnsweredCall[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const { method = 'GET', url: path = '/', headers } = request
      const call = { method, path, headers, text, body: text.startsWith('{') ? JSON.parse(text) : {} }
      calls.push(call)
      answer(call, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // seam: a server that listens on a port has an address with one
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

export const answerJson = (response: ServerResponse, status: number, value: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

/** Events as most dialects stream them, each with its type as its name where it has one. */
export const answerEvents = (response: ServerResponse, events: readonly Record<string, unknown>[]): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const event of events) {
    const name = typeof event.type === 'string' ? `event: ${event.type}\n` : ''
    response.write(`${name}data: ${JSON.stringify(event)}\n\n`)
  }
  response.end()
}
