import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A model provider under test: it speaks the chat dialect and behaves as the model's name says. */
export type Upstream = {
  url: string
  /** Calls as they arrived, newest last. */
  calls: UpstreamCall[]
  close: () => Promise<void>
}

type UpstreamCall = { path: string; headers: IncomingMessage['headers']; body: Record<string, unknown> }

/** What every answer tells it used, unless the model's name says otherwise. */
export const upstreamUsage = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 }

const words = ['Water', ' finds', ' its', ' way', ' through', ' the', ' gate', ',', ' slowly', '.']

/**
 * Models: `plain`; `fail-STATUS`; `reset` (before the head); `cut` (a stream that breaks off in the middle);
 * `slow-MS` (waits before it answers); `drip-MS` (waits between events); `page` (HTML with status 200);
 * `silent` (a stream without usage). Several upstreams can be told apart by `name`.
 */
export const startUpstream = async (name = 'upstream'): Promise<Upstream> => {
  const calls: UpstreamCall[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body: Record<string, unknown> = JSON.parse(Buffer.concat(chunks).toString() || '{}')
      calls.push({ path: request.url ?? '', headers: request.headers, body })
      answer(name, body, response).catch(() => response.destroy())
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

const answer = async (name: string, body: Record<string, unknown>, response: ServerResponse): Promise<void> => {
  const model = String(body.model)
  const [behaviour, figure] = [model.replace(/-\d+$/, ''), Number(/-(\d+)$/.exec(model)?.[1] ?? 0)]
  switch (behaviour) {
    case 'fail':
      return sendJson(response, figure, {
        error: { message: `refused by ${name}`, type: 'test_error', code: 'test_code' },
      })
    case 'reset':
      response.destroy()
      return
    case 'page':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>sign in</html>')
      return
    case 'slow':
      await pause(figure)
  }
  if (body.stream === true) await sendStream(name, model, behaviour, figure, response, wantsUsage(body))
  else sendJson(response, 200, completion(name, model))
}

const wantsUsage = (body: Record<string, unknown>) =>
  JSON.stringify(body.stream_options ?? {}).includes('"include_usage":true')

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const sendJson = (response: ServerResponse, status: number, value: unknown) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

const completion = (name: string, model: string) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model,
  system_fingerprint: name,
  choices: [{ index: 0, message: { role: 'assistant', content: words.join('') }, finish_reason: 'stop' }],
  usage: upstreamUsage,
})

const sendStream = async (
  name: string,
  model: string,
  behaviour: string,
  figure: number,
  response: ServerResponse,
  usage: boolean,
): Promise<void> => {
  const event = (fields: Record<string, unknown>) =>
    `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model, system_fingerprint: name, ...fields })}\n\n`
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const [position, content] of words.entries()) {
    if (behaviour === 'cut' && position === words.length / 2) {
      response.destroy()
      return
    }
    response.write(event({ choices: [{ index: 0, delta: { content }, finish_reason: null }], usage: null }))
    if (behaviour === 'drip') await pause(figure)
  }
  response.write(event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage: null }))
  if (usage && behaviour !== 'silent') response.write(event({ choices: [], usage: upstreamUsage }))
  response.end('data: [DONE]\n\n')
}
