import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** A server program of the machine that runs for the time of the tests. */
export type LocalService = {
  /** Ends it with the given signal, else with the one it ends at once on. */
  stop: (signal?: NodeJS.Signals) => Promise<void>
}

type Program = {
  command: string
  parameters: string[]
  /** What it prints once it takes connections. */
  ready: RegExp
  /** The signal on which it ends at once. */
  ending: NodeJS.Signals
  options?: SpawnOptions
}

const longestStart = 60_000

/** Starts a program and resolves when it says that it is ready; rejects with what it printed when it is not. */
export const startService = async ({ command, parameters, ready, ending, options }: Program): Promise<LocalService> => {
  const child = spawn(command, parameters, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = once(child, 'exit').catch(() => {})
  const endWithUs = () => child.kill(ending)
  process.once('exit', endWithUs)
  await readyOf(child, command, ready).catch((error: unknown) => {
    child.kill('SIGKILL')
    throw error
  })
  return {
    stop: async (signal = ending) => {
      process.off('exit', endWithUs)
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      await exited
    },
  }
}

const readyOf = (child: ChildProcess, command: string, ready: RegExp): Promise<void> =>
  new Promise((resolve, reject) => {
    let printed = ''
    const late = setTimeout(() => fail('was not ready in time'), longestStart)
    const fail = (reason: string) => {
      clearTimeout(late)
      reject(new Error(`${command} ${reason}\n${printed}`))
    }
    const read = (chunk: Buffer) => {
      printed = (printed + chunk.toString()).slice(-8192)
      if (!ready.test(printed)) return
      clearTimeout(late)
      resolve()
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('error', (error) => fail(error.message))
    child.once('exit', (code) => fail(`ended with code ${code}`))
  })

export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No port was given')
  return address.port
}
