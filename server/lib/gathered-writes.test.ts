import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { gatherWrites } from './gathered-writes.ts'

let server: Server
const accepted: Socket[] = []

beforeAll(async () => {
  server = createServer((socket) => {
    accepted.push(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  for (const socket of accepted) socket.destroy()
  server.close()
})

/** A connection, and the pieces that the other side has read of it. */
const open = async () => {
  // seam: a listening server on TCP has one
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  const [reader] = await Promise.all([once(server, 'connection'), once(socket, 'connect')])
  const pieces: string[] = []
  reader[0].setEncoding('utf8').on('data', (piece: string) => pieces.push(piece))
  return { socket, pieces, ended: once(reader[0], 'end') }
}

it('sends what was written in one turn at its end, in order and as one', async () => {
  const { socket, pieces, ended } = await open()
  for (const piece of ['head', ' and', ' body']) {
    gatherWrites(socket)
    socket.write(piece)
  }
  expect(socket.writableLength).toBe(13)
  await new Promise((resolve) => setImmediate(resolve))
  expect(socket.writableCorked).toBe(0)
  socket.write(', then the next')
  socket.end()
  await ended
  expect(pieces[0]).toMatch(/^head and body/)
  expect(pieces.join('')).toBe('head and body, then the next')
})

it('loses nothing of a connection that is ended in the same turn', async () => {
  const { socket, pieces, ended } = await open()
  gatherWrites(socket)
  socket.write('all')
  socket.destroySoon()
  await ended
  expect(pieces).toEqual(['all'])
})

it('takes no harm from one that is gone by the end of the turn', async () => {
  const [{ socket: gone }, { socket, pieces, ended }] = [await open(), await open()]
  for (const each of [gone, socket]) {
    gatherWrites(each)
    each.write('words')
  }
  gone.destroy()
  await new Promise((resolve) => setImmediate(resolve))
  socket.end()
  await ended
  expect(pieces).toEqual(['words'])
})
