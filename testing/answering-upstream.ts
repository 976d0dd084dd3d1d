import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { chatBody, chatStream } from './chat-answers.ts'
import { listenLocally } from './local-server.ts'

/** A call as an upstream got it. */
export type AnsweredCall = {
  method: string
  /** With the query. */
  path: string
  headers: IncomingHttpHeaders
  /** What it was authorized with; empty where the call had none. */
  key: string
  bytes: Buffer
  text: string
  /** As loose as parsing leaves it; an empty object where the body is not JSON. */
  body: ReturnType<typeof JSON.parse>
}

export type Answer = (call: AnsweredCall, response: ServerResponse) => void | Promise<void>

/** A provider under test that answers each call as the test says. */
export type AnsweringUpstream = {
  url: string
  /** Newest last. */
  calls: AnsweredCall[]
  /** From now on. */
  does: (answer: Answer) => void
  close: () => Promise<void>
}

/** Words as a stream of events. */
export const streamWords =
  (...words: readonly string[]): Answer =>
  (_call, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(chatStream(words))
  }

const greet: Answer = (_call, response) => answerJson(response, 200, chatBody({ content: 'Hello.' }))

export const startAnsweringUpstream = async (first = greet): Promise<AnsweringUpstream> => {
  const calls: AnsweredCall[] = []
  let answer = first
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const bytes = Buffer.concat(chunks)
      const { method = 'GET', url: path = '/', headers } = request
      const key = headers.authorization?.replace(/^Bearer /, '') ?? ''
      const call = { method, path, headers, key, bytes, text: bytes.toString(), body: parsed(bytes) }
      calls.push(call)
      Promise.resolve(answer(call, response)).catch(() => response.destroy())
    })
  })
  const { url, close } = await listenLocally(server)
  return {
    url,
    calls,
    does: (next) => {
      answer = next
    },
    close,
  }
}

const parsed = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return {}
  }
}

export const answerJson = (response: ServerResponse, status: number, value: unknown, headers = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
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
