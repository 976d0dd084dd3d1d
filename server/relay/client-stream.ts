import type { Socket } from 'node:net'
import { gatherWrites } from '../lib/gathered-writes.ts'
import type { ClientResponse } from '../lib/inbound/plain-response.ts'

/** A client that reads this slowly for this long is let go. */
const stallMs = 60_000
const lineEnd = Buffer.from('\r\n')

/** The client's side of a streamed answer. */
export type ClientStream = {
  /** False: the client reads slower than we write; stop until `onDrain`. */
  write: (bytes: Buffer) => boolean
  onDrain: (resume: () => void) => void
  end: (bytes: Buffer | undefined, trailers: Record<string, string>) => void
}

/**
 * One socket write per piece: writing the chunk's frame ourselves costs half of what the response object takes.
 * Where its framing is not ours to do (HTTP/1.0, a pipelined request whose turn has not come), it writes itself.
 */
export const createClientStream = (response: ClientResponse): ClientStream => {
  response.flushHeaders()
  const socket = response.socket
  const direct: Socket | undefined = socket !== null && response.chunkedEncoding ? socket : undefined
  return {
    write: (bytes) => {
      if (direct === undefined) return response.write(bytes)
      gatherWrites(direct)
      return bytes.length < worthNoCopy ? direct.write(frame(bytes)) : writeParts(direct, bytes)
    },
    onDrain: (resume) => {
      const source = direct ?? response
      const timer = setTimeout(() => response.destroy(), stallMs)
      const end = () => clearTimeout(timer)
      source.once('drain', () => {
        end()
        response.off('close', end)
        resume()
      })
      response.once('close', end)
    },
    end: (bytes, trailers) => {
      if (bytes !== undefined && bytes.length > 0) response.write(bytes)
      if (response.chunkedEncoding) response.addTrailers(trailers)
      response.end()
    },
  }
}

/** A copy of a large piece would take longer than a call that writes several, and lie about until it is collected. */
const worthNoCopy = 16 * 1024

const writeParts = (socket: Socket, bytes: Buffer): boolean => {
  socket.write(`${bytes.length.toString(16)}\r\n`, 'latin1')
  socket.write(bytes)
  return socket.write(lineEnd)
}

const frame = (bytes: Buffer): Buffer => {
  const length = bytes.length.toString(16)
  const framed = Buffer.allocUnsafe(length.length + 2 + bytes.length + 2)
  framed.write(length, 0, 'latin1')
  lineEnd.copy(framed, length.length)
  framed.set(bytes, length.length + 2)
  lineEnd.copy(framed, framed.length - 2)
  return framed
}
