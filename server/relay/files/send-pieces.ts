import type { ClientResponse } from '../../lib/inbound/plain-response.ts'

/** Sends what is kept here as fast as its reader takes it. */
export const sendPieces = async (
  response: ClientResponse,
  head: string[],
  pieces: AsyncIterable<Buffer>,
): Promise<void> => {
  response.writeHead(200, head)
  for await (const piece of pieces) {
    if (response.destroyed) return
    if (!response.write(piece)) await taken(response)
  }
  response.end()
}

const taken = (response: ClientResponse): Promise<void> =>
  new Promise((resolve) => {
    response.once('drain', resolve)
    response.once('close', resolve)
  })
