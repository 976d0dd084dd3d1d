import { freePort, type LocalService, startService } from './local-service.ts'

/** A Redis of our own that keeps nothing. */
export type TestRedis = { url: string; service: LocalService; stop: () => Promise<void> }

export const startRedis = async (): Promise<TestRedis> => {
  const port = await freePort()
  const service = await startService({
    command: process.env['SLUICE_TEST_REDIS'] ?? 'redis-server',
    parameters: ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    ready: /ready to accept connections/i,
    ending: 'SIGTERM',
  })
  return { url: `redis://127.0.0.1:${port}`, service, stop: service.stop }
}
