import { once } from 'node:events'
import type { Server } from 'node:http'
import { Server as SecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'

/** Where a server listens, and how it is ended with all that runs on it. */
export type LocalServer = { url: string; port: number; close: () => Promise<void> }

/** Lets a server of a test listen on a free port of this machine. */
export const listenLocally = async (server: Server | SecureServer): Promise<LocalServer> => {
  server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 })
  await once(server, 'listening')
  // seam: a server that listens on a port has an address with one
  const { port } = server.address() as AddressInfo
  return {
    url: `${server instanceof SecureServer ? 'https' : 'http'}://127.0.0.1:${port}`,
    port,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
