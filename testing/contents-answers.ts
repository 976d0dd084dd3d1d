import type { IncomingMessage, ServerResponse } from 'node:http'

type Json = ReturnType<typeof JSON.parse>

/** As services of the dialect of contents answer. */
export const answer = (response: ServerResponse, value: Json, headers: Record<string, string> = {}): void => {
  response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
}

export const refuse = (response: ServerResponse, code: 400 | 403 | 404, message: string): void => {
  const status = { 400: 'INVALID_ARGUMENT', 403: 'PERMISSION_DENIED', 404: 'NOT_FOUND' }[code]
  response.writeHead(code, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ error: { code, message, status } }))
}

export const readAll = async (request: IncomingMessage): Promise<Buffer> => {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  return Buffer.concat(pieces)
}
