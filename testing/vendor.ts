import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a vendor does with a call: the status and the JSON it answers with, after a while if need be. */
export type VendorAnswer = { status: number; body: unknown; afterMs?: number }
export type VendorCall = { method: string; path: string; headers: IncomingHttpHeaders; key: string; body: string }

/** A model provider whose every answer a test decides. */
export type Vendor = {
  url: string
  calls: VendorCall[]
  answer: (call: VendorCall) => VendorAnswer
  close: () => Promise<void>
}

export const startVendor = async (answer: Vendor['answer']): Promise<Vendor> => {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      const key = headers.authorization?.replace(/^Bearer /, '') ?? ''
      const call = { method, path, headers, key, body: Buffer.concat(chunks).toString() }
      vendor.calls.push(call)
      const { status, body, afterMs = 0 } = vendor.answer(call)
      setTimeout(
        () => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
        afterMs,
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // seam: a server that listens on a port has an address with one
  const { port } = server.address() as AddressInfo
  const vendor: Vendor = {
    url: `http://127.0.0.1:${port}`,
    calls: [],
    answer,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return vendor
}

/** A whole answer in the dialect nearly all of them speak. */
export const chatAnswer = (text = 'Hello.'): VendorAnswer => ({
  status: 200,
  body: {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'model',
    choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 },
  },
})

export const refusal = (
  status: number,
  message: string,
  fields: { type?: string; code?: string } = {},
): VendorAnswer => ({
  status,
  body: { error: { message, type: 'test_error', code: null, param: null, ...fields } },
})
