import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const projectFolder = fileURLToPath(new URL('..', import.meta.url))

export type ProgramResult = { code: number; output: string }

/** `shown` passes the output on, else it is kept. */
type ProgramManner = { shown?: boolean; environment?: Readonly<Record<string, string>> }

/** Runs a script of ours or of a package with this Node. */
export const runProgram = (
  script: string,
  words: readonly string[],
  { shown = false, environment = {} }: ProgramManner = {},
): Promise<ProgramResult> =>
  new Promise((resolve, reject) => {
    const output: Buffer[] = []
    const child = spawn(process.execPath, [`${projectFolder}/${script}`, ...words], {
      cwd: projectFolder,
      env: { ...process.env, ...environment },
      stdio: ['ignore', shown ? 'inherit' : 'pipe', shown ? 'inherit' : 'pipe'],
    })
    child.stdout?.on('data', (bytes: Buffer) => output.push(bytes))
    child.stderr?.on('data', (bytes: Buffer) => output.push(bytes))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(output).toString() }))
  })
