import { spawn } from 'node:child_process'

type Wish = { cwd?: string; environment?: Readonly<Record<string, string>>; milliseconds?: number; mayFail?: boolean }

/** Runs a program to its end, or to the end of its time; what it prints is kept. */
export const runCommand = (
  command: string,
  words: readonly string[],
  { cwd, environment, milliseconds = 600_000, mayFail = false }: Wish = {},
): Promise<{ code: number; output: string; errors: string }> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, words, {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: milliseconds,
      killSignal: 'SIGKILL',
      ...(cwd === undefined ? {} : { cwd }),
      ...(environment === undefined ? {} : { env: environment }),
    })
    const [output, errors]: [Buffer[], Buffer[]] = [[], []]
    child.stdout.on('data', (bytes: Buffer) => output.push(bytes))
    child.stderr.on('data', (bytes: Buffer) => errors.push(bytes))
    child.on('error', reject)
    child.on('close', (code) => {
      const told = { code: code ?? 1, output: text(output), errors: text(errors) }
      if (told.code === 0 || mayFail) resolve(told)
      else
        reject(
          new Error(`${command} ${words.join(' ')} ended with ${code}: ${(told.errors || told.output).slice(-2000)}`),
        )
    })
  })

const text = (pieces: readonly Buffer[]): string => Buffer.concat(pieces).toString()
