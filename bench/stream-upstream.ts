import { createServer, type ServerResponse } from 'node:http'
import { chatPieces, messagesPieces } from './requests.ts'

/** Streams to every caller at one pace, in the dialect of the path. One timer for all keeps its own cost small. */
const [port, spacingMilliseconds] = process.argv.slice(2).map(Number)
const bytesOf = (pieces: readonly string[]) => pieces.map((piece) => Buffer.from(piece))
const chat = bytesOf(chatPieces)
const messages = bytesOf(messagesPieces)

type Stream = { pieces: readonly Buffer[]; sent: number }
const streams = new Map<ServerResponse, Stream>()

createServer((request, response) => {
  const pieces = request.url?.endsWith('/messages') ? messages : chat
  request.resume()
  request.on('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    streams.set(response, { pieces, sent: 0 })
    response.on('close', () => streams.delete(response))
  })
}).listen(port, '127.0.0.1', 4096)

setInterval(() => {
  for (const [response, stream] of streams) {
    const piece = stream.pieces[stream.sent]
    stream.sent += 1
    if (stream.sent < stream.pieces.length) response.write(piece)
    else {
      response.end(piece)
      streams.delete(response)
    }
  }
}, spacingMilliseconds)
