import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Answer = { status?: number; body: unknown }
type Asked = { path: string; authorization: string; form: Record<string, string> }

/** Places that keep accounts, as far as the gateway asks them. A code is the account's number. */
export type LoginServer = {
  url: string
  /** What was asked for, in order. */
  asked: Asked[]
  /** What is known of the holder of a token, by path; the token is the code it was made of. */
  answers: Record<string, (token: string) => Answer>
  close: () => Promise<void>
}

export const startLoginServer = async (): Promise<LoginServer> => {
  const asked: Asked[] = []
  const answers: LoginServer['answers'] = {}
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const url = new URL(request.url ?? '/', 'http://login')
    const { authorization = '' } = request.headers
    const form = Object.fromEntries(new URLSearchParams(text || url.search))
    asked.push({ path: url.pathname, authorization, form })
    const answer = answers[url.pathname]?.(form.code ?? authorization.replace('Bearer ', '')) ?? {
      status: 404,
      body: {},
    }
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer.body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // seam: a server that listens on a port has an address with one
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    answers,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
