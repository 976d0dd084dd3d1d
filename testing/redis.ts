import { freePort, startService } from './local-service.ts'
import { findService, howToGet } from './services.ts'

/** A Redis of our own that writes nothing to the disk unless it is told to. */
export type TestRedis = { url: string; stop: () => Promise<void> }

/** `port` is for one that comes back; `folder` is where it looks for a snapshot when it starts. */
export const startRedis = async ({
  port: wanted,
  folder,
}: {
  port?: number
  folder?: string
} = {}): Promise<TestRedis> => {
  const command = findService('redis')
  if (command === undefined) throw new Error(`The tests need Redis: ${howToGet('redis')}`)
  const port = wanted ?? (await freePort())
  const service = await startService({
    command,
    parameters: [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      ...(folder === undefined ? [] : ['--dir', folder]),
    ],
    ready: /ready to accept connections/i,
    ending: 'SIGTERM',
  })
  return { url: `redis://127.0.0.1:${port}`, stop: service.stop }
}
