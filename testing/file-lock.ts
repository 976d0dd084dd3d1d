import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Another process has a file of SQLite for itself. */
export type FileLock = {
  /** Lets go of it as soon as its time is up. */
  letGo: () => Promise<void>
}

const program = `
  import { DatabaseSync } from 'node:sqlite'
  import { setTimeout } from 'node:timers/promises'
  const [file, seconds] = process.argv.slice(1)
  const database = new DatabaseSync(file)
  database.exec('begin exclusive')
  process.stdout.write('locked')
  await setTimeout(seconds * 1000)
  for await (const _ of process.stdin);
  database.close()
`

/** Locks it for so many seconds, and until it is told to let go. */
export const lockFile = async (file: string, seconds: number): Promise<FileLock> => {
  const words = ['--input-type=module', '-e', program, file, String(seconds)]
  const other = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'inherit'] })
  const over = once(other, 'exit')
  await once(other.stdout, 'data')
  return {
    letGo: async () => {
      other.stdin.end()
      await over
    },
  }
}
