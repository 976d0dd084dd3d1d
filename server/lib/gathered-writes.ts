import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers'

let gathered: Socket[] = []

/**
 * What is written to the socket from here on leaves at the end of this turn of the event loop, one after the other with
 * what was written to other sockets. Each write wakes the program on the other side; where many follow each other at
 * once, it is awake already, and that is a good part of what a write costs.
 */
export const gatherWrites = (socket: Socket): void => {
  if (socket.writableCorked > 0) return
  socket.cork()
  if (gathered.length === 0) setImmediate(send)
  gathered.push(socket)
}

const send = (): void => {
  const sockets = gathered
  gathered = []
  for (const socket of sockets) socket.uncork()
}
