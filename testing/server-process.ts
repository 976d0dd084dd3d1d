import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './local-service.ts'

/** The gateway as its users run it: a process of its own, spoken to over HTTP. */
export type ServerProcess = {
  url: string
  dataFolder: string
  process: ChildProcess
  /** Ends it the hard way, as a power cut would. */
  kill: () => Promise<void>
  /** Starts it again on the same data and port. */
  restart: () => Promise<void>
  /** Ends it politely; answers its exit code. */
  stop: () => Promise<number | null>
  /** Ends it and leaves nothing behind. */
  remove: () => Promise<void>
}

const root = join(import.meta.dirname, '..')
/** Where a server finds its code compiled by one that ran before: tests start many. */
export const compiledCode = process.env.NODE_COMPILE_CACHE ?? join(root, '.runtime/compile-cache')

export const startServerProcess = async (
  environment: Record<string, string> = {},
  entry = 'server/main.ts',
): Promise<ServerProcess> => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'sluice-process-'))
  const template = process.env.SLUICE_TEST_SQLITE_TEMPLATE
  // One that needs no migrations any more: a start takes half of the time.
  if (template !== undefined && environment.DATABASE_URL === undefined) {
    await copyFile(template, join(dataFolder, 'sluice.sqlite'))
  }
  const port = await freePort()
  // Balancers that have to notice are a matter of the tests that stand in for one.
  const start = () =>
    launch(entry, {
      SHUTDOWN_NOTICE_SECONDS: '0',
      ...environment,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataFolder,
    })
  const server: ServerProcess = {
    url: `http://127.0.0.1:${port}`,
    dataFolder,
    process: await start(),
    kill: () => end(server.process, 'SIGKILL'),
    restart: async () => {
      server.process = await start()
    },
    stop: async () => {
      await end(server.process, 'SIGTERM')
      return server.process.exitCode
    },
    remove: async () => {
      await end(server.process, 'SIGTERM')
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
  return server
}

/** When and where the tests believe to be, their processes believe as well. */
const surroundings = (): Record<string, string> => {
  const { TZ, CLOCK_SHIFT, NODE_OPTIONS = '' } = process.env
  return { ...(TZ !== undefined && { TZ }), ...(CLOCK_SHIFT !== undefined && { CLOCK_SHIFT, NODE_OPTIONS }) }
}

const launch = (entry: string, environment: Record<string, string>): Promise<ChildProcess> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [entry], {
      cwd: root,
      env: {
        PATH: process.env.PATH ?? '',
        NODE_COMPILE_CACHE: compiledCode,
        // Tests call as fast as they can, all from one address.
        GLOBAL_API_RATE_LIMIT: '0',
        ...surroundings(),
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    let output = ''
    const listen = (piece: Buffer) => {
      output += piece.toString()
      if (output.includes('is listening on')) resolve(child)
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${output}`)))
  })

const end = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}
