import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to PostgreSQL on which nothing passes while it stalls: connections stay, and new ones are taken. */
export type StallablePostgres = {
  url: string
  stall: () => void
  goOn: () => void
  close: () => Promise<void>
}

export const startStallablePostgres = async (url: string): Promise<StallablePostgres> => {
  const goal = new URL(url)
  const pairs = new Set<readonly [Socket, Socket]>()
  let isStalled = false

  const join = ([one, other]: readonly [Socket, Socket]) => void one.pipe(other).pipe(one)
  const part = ([one, other]: readonly [Socket, Socket]) => {
    for (const socket of [one, other]) socket.unpipe().pause()
  }

  const server = createServer((client) => {
    const pair = [client, connect(Number(goal.port), goal.hostname)] as const
    pairs.add(pair)
    for (const socket of pair) {
      socket.on('error', () => {})
      socket.once('close', () => {
        pairs.delete(pair)
        for (const each of pair) each.destroy()
      })
    }
    if (isStalled) part(pair)
    else join(pair)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // seam: a server that listens on a port has an address with one
  const { port } = server.address() as AddressInfo
  return {
    url: Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href,
    stall: () => {
      isStalled = true
      for (const pair of pairs) part(pair)
    },
    goOn: () => {
      isStalled = false
      for (const pair of pairs) join(pair)
    },
    close: async () => {
      for (const [client] of pairs) client.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
