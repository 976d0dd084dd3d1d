import { once } from 'node:events'
import { type ServerProcess, startServerProcess } from './server-process.ts'

/** A gateway that can be asked for its longest turn. */
export const startMeasuredGateway = (environment: Record<string, string> = {}): Promise<ServerProcess> =>
  startServerProcess(environment, 'testing/measured-gateway.ts')

/** The most that it did in one turn of its event loop since it was last asked, in milliseconds of its processor. */
export const longestTurn = async ({ process }: ServerProcess): Promise<number> => {
  const told = once(process, 'message')
  process.send('longest turn')
  const [milliseconds] = await told
  return milliseconds
}
