import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A call as a vendor's server got it. */
export type VendorCall = {
  method: string
  /** With the query. */
  path: string
  headers: IncomingHttpHeaders
  bytes: Buffer
  /** As loose as parsing leaves it; undefined where it is no JSON. */
  body: ReturnType<typeof JSON.parse>
}

/** What it answers: JSON unless a type says otherwise; a list goes out in pieces. */
export type Told = { status?: number; type?: string; headers?: Record<string, string>; body: unknown }

/** A vendor's server under test, of whatever dialect. */
export type Vendor = {
  url: string
  /** Newest last. */
  calls: VendorCall[]
  /** From now on every call is answered with this. */
  tell: (answer: Told | ((call: VendorCall) => Told)) => void
  close: () => Promise<void>
}

export const startVendor = async (): Promise<Vendor> => {
  const calls: VendorCall[] = []
  let answer: (call: VendorCall) => Told = () => ({ status: 404, body: {} })
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const bytes = Buffer.concat(chunks)
      const { method = '', url = '', headers } = request
      const call = { method, path: url, headers, bytes, body: parse(bytes) }
      calls.push(call)
      send(response, answer(call))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // seam: a server that listens on a port has an address with one
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    tell: (told) => {
      answer = typeof told === 'function' ? told : () => told
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** A stream of events, one for each value; a text is written as it is. */
export const events = (...values: unknown[]): Told => ({
  type: 'text/event-stream',
  body: values.map((value) => `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`),
})

/** The same where events have names. */
export const namedEvents = (...values: { type: string }[]): Told => ({
  type: 'text/event-stream',
  body: values.map((value) => `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`),
})

/** A stream of lines, one for each value. */
export const lines = (...values: unknown[]): Told => ({
  type: 'application/x-ndjson',
  body: values.map((value) => `${JSON.stringify(value)}\n`),
})

const parse = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

const send = (response: ServerResponse, { status = 200, type = 'application/json', headers, body }: Told): void => {
  response.writeHead(status, { 'content-type': type, ...headers })
  if (Array.isArray(body) && type !== 'application/json') {
    for (const piece of body) response.write(piece)
    response.end()
  } else response.end(Buffer.isBuffer(body) || typeof body === 'string' ? body : JSON.stringify(body))
}
