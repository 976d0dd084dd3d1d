import { createServer, type ServerResponse } from 'node:http'
import { eventSpacingMilliseconds, eventsPerStream, streamEnd, streamEvent } from './requests.ts'

/** Streams to every caller at one pace. One timer for all keeps its own cost small. */
const sent = new Map<ServerResponse, number>()
const events = Array.from({ length: eventsPerStream }, (_, index) => Buffer.from(streamEvent(index)))

createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    sent.set(response, 0)
    response.on('close', () => sent.delete(response))
  })
}).listen(Number(process.argv[2]), '127.0.0.1', 1024)

setInterval(() => {
  for (const [response, index] of sent) {
    const event = events[index]
    if (event) response.write(event)
    else response.end(streamEnd)
    if (event) sent.set(response, index + 1)
    else sent.delete(response)
  }
}, eventSpacingMilliseconds)
