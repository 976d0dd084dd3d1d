import type { ClientResponse } from '../../lib/inbound/plain-response.ts'

/** Sends what is kept here as fast as its reader takes it. */
export const sendPieces = async (
  response: ClientResponse,
  head: string[],
  pieces: AsyncIterable<Buffer>,
): Promise<void> => {
  // One for all pieces: of each wait's own, as many would stay as a file has pieces.
  let goOn = (): void => {}
  response.once('close', () => goOn())
  const taken = (): Promise<void> =>
    new Promise((resolve) => {
      goOn = resolve
      response.once('drain', resolve)
    })
  response.writeHead(200, head)
  for await (const piece of pieces) {
    if (response.destroyed) return
    if (!response.write(piece)) await taken()
  }
  response.end()
}
