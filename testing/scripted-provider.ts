import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Call = { path: string; headers: IncomingHttpHeaders; body: Record<string, unknown> }
type Script = (call: Call, response: ServerResponse) => void | Promise<void>

/** A model provider that does what the test at hand says. */
export type ScriptedProvider = {
  url: string
  calls: Call[]
  /** From now on. */
  does: (script: Script) => void
  close: () => Promise<void>
}

export const startScriptedProvider = async (): Promise<ScriptedProvider> => {
  const calls: Call[] = []
  let script: Script = (_call, response) => sendJson(response, 200, chatAnswer({ content: 'Hello.' }))
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body: Record<string, unknown> = JSON.parse(Buffer.concat(chunks).toString() || '{}')
      const call = { path: request.url ?? '', headers: request.headers, body }
      calls.push(call)
      Promise.resolve(script(call, response)).catch(() => response.destroy())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // seam: a server that listens on a port has an address with one
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    does: (next) => {
      script = next
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

export const sendJson = (response: ServerResponse, status: number, value: unknown, headers = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
}

/** One choice with this message, and what it used. */
export const chatAnswer = (
  message: Record<string, unknown>,
  usage: unknown = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 },
) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'scripted',
  choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: 'stop' }],
  usage,
})

/** A small whole stream, as its bytes. */
export const chatStream = (words: readonly string[]): Buffer => {
  const event = (fields: Record<string, unknown>) =>
    `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'm', ...fields })}\n\n`
  const texts = words.map((content) => event({ choices: [{ index: 0, delta: { content }, finish_reason: null }] }))
  const end = event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
  const usage = event({ choices: [], usage: { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 } })
  return Buffer.from([...texts, end, usage, 'data: [DONE]\n\n'].join(''))
}
