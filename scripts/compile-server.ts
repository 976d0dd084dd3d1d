import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Starts the server once, on nothing, and loads what it would load later, so that Node keeps its compiled code: whoever
 * finds all of that in the cache does not load what strips types.
 */
const folder = mkdtempSync(join(tmpdir(), 'sluice-compile-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const { PATH, NODE_COMPILE_CACHE } = process.env
process.env = {
  PATH,
  NODE_COMPILE_CACHE,
  HOST: '127.0.0.1',
  PORT: '0',
  DATA_DIR: folder,
  LOG_LEVEL: 'error',
  SHUTDOWN_NOTICE_SECONDS: '0',
}
await import('#server/main.ts')

const root = join(import.meta.dirname, '..')
// A worker is what its thread runs: it is loaded there.
const elsewhere = /\.test\.ts$|-worker\.ts$|\.d\.ts$/
for (const file of globSync('{contract,pricing,protocols,providers,server}/**/*.ts', { cwd: root }))
  if (!elsewhere.test(file)) await import(join(root, file))
process.kill(process.pid, 'SIGTERM')
