import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/**
 * `late`: what is sent arrives later. `swallows`: connections stand and new ones are taken, and nothing that is sent
 * on them ever arrives, also after the fault. `cut`: connections break, and none is taken.
 */
export type WayFault = 'late' | 'swallows' | 'cut'

/** A way to a service that can be made to fail. */
export type FaultyWay = {
  /** The service's address by this way. */
  url: string
  fail: (fault: WayFault) => void
  heal: () => void
  /** New connections go to this service instead. */
  leadTo: (url: string) => void
  /** Breaks the connections on which nothing arrives any more. */
  dropDead: () => void
  close: () => Promise<void>
}

type Pair = { client: Socket; goal: Socket; isDead: boolean }

const latenessMs = 400

export const startFaultyWay = async (url: string): Promise<FaultyWay> => {
  let goalUrl = new URL(url)
  const pairs = new Set<Pair>()
  let fault: WayFault | undefined

  const passOn = (pair: Pair, from: Socket, to: Socket) => {
    // What is late stays behind what was sent before it, however late a timer is itself.
    let last = Promise.resolve()
    let waiting = 0
    const after = (work: () => void) => {
      if (waiting === 0 && fault !== 'late') {
        work()
        return
      }
      const pause = fault === 'late' ? setTimeout(latenessMs) : undefined
      waiting += 1
      last = Promise.all([last, pause]).then(() => {
        waiting -= 1
        work()
      })
    }
    from.on('data', (bytes) => {
      if (!pair.isDead) after(() => void to.write(bytes))
    })
    from.on('end', () => after(() => void to.end()))
  }
  const server = createServer((client) => {
    if (fault === 'cut') {
      client.destroy()
      return
    }
    const goal = connect(Number(goalUrl.port), goalUrl.hostname)
    const pair = { client, goal, isDead: fault === 'swallows' }
    pairs.add(pair)
    for (const socket of [client, goal]) {
      socket.on('error', () => {})
      socket.once('close', () => {
        pairs.delete(pair)
        client.destroy()
        goal.destroy()
      })
    }
    passOn(pair, client, goal)
    passOn(pair, goal, client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // seam: a server that listens on a port has an address with one
  const { port } = server.address() as AddressInfo
  return {
    url: Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href,
    fail: (next) => {
      fault = next
      for (const pair of pairs) {
        if (next === 'swallows') pair.isDead = true
        if (next === 'cut') pair.client.destroy()
      }
    },
    heal: () => {
      fault = undefined
    },
    leadTo: (next) => {
      goalUrl = new URL(next)
    },
    dropDead: () => {
      for (const { client, isDead } of pairs) if (isDead) client.destroy()
    },
    close: async () => {
      for (const { client } of pairs) client.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
