import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, it } from 'vitest'
import { patience } from '#testing/patience.ts'
import { createClientStream } from './client-stream.ts'

it('T44: a client that stalls again and again leaves nothing behind for each time', async () => {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // seam: a server that listens on a port has an address with one
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
  client.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
  const [, response]: [unknown, ServerResponse] = await once(server, 'request').then(([request, given]) => [
    request,
    given,
  ])
  const stream = createClientStream(response)
  const piece = Buffer.alloc(256 * 1024, 'a')
  const listeners = () => response.listenerCount('close') + (response.socket?.listenerCount('drain') ?? 0)
  const before = listeners()
  for (let stall = 0; stall < 5; stall += 1) {
    while (stream.write(piece));
    const drained = new Promise<void>((resolve) => stream.onDrain(resolve))
    client.resume()
    await drained
    client.pause()
  }
  await expect.poll(listeners, patience).toBe(before)
  client.destroy()
  server.close()
})
