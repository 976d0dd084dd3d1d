import { freePort, type LocalService, startService } from './local-service.ts'
import { findService, howToGet } from './services.ts'

/** A Redis of our own that keeps nothing. */
export type TestRedis = { url: string; service: LocalService; stop: () => Promise<void> }

export const startRedis = async (): Promise<TestRedis> => {
  const command = findService('redis')
  if (command === undefined) throw new Error(`The tests need Redis: ${howToGet('redis')}`)
  const port = await freePort()
  const service = await startService({
    command,
    parameters: ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    ready: /ready to accept connections/i,
    ending: 'SIGTERM',
  })
  return { url: `redis://127.0.0.1:${port}`, service, stop: service.stop }
}
