import { once } from 'node:events'
import { type ServerProcess, startServerProcess } from './server-process.ts'

/** Where a process ends: at a transaction that changes what `words` name, or at the charge of a call. */
export type KillPoint = {
  at:
    | 'in the middle'
    | 'before the commit'
    | 'after the commit'
    | 'before the charge'
    | 'when the charge is durable'
    | 'when the charge is stored'
  /** Of the table or column that is changed; empty: any. */
  words: string
  /** The how manieth time it comes there. */
  times: number
}

export const startKilledGateway = (): Promise<ServerProcess> => startServerProcess({}, 'testing/killed-gateway.ts')

/** Does the work, in the middle of which the process ends at the point, and starts it again. */
export const killAt = async (server: ServerProcess, point: KillPoint, work: () => Promise<unknown>): Promise<void> => {
  const ended = once(server.process, 'exit')
  const armed = once(server.process, 'message')
  server.process.send(point)
  await armed
  const done = work().catch(() => {})
  const [, signal] = await ended
  if (signal !== 'SIGKILL') throw new Error(`the process ended with ${signal}`)
  await done
  await server.restart()
}
