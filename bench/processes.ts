import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** What is measured has a core of its own, when the machine has one to give. What is `free` runs wherever it can. */
export type Side = 'measured' | 'load' | 'free'

const cores: Record<Side, string | undefined> = { measured: '0', load: '1', free: undefined }
export const pinned = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0

/** This program reads streams and asks for calls too: on the core of what is measured it would take turns with it. */
export const joinLoad = (): void => {
  if (pinned) spawnSync('taskset', ['-acp', String(cores.load), String(process.pid)])
}

const running = new Set<ChildProcess>()

/** Starts a program that ends with the bench; what it says on its error output is kept for the case it fails. */
export const start = (side: Side, command: string, words: readonly string[], env = process.env): ChildProcess => {
  const core = pinned ? cores[side] : undefined
  const [program, rest] = core === undefined ? [command, [...words]] : ['taskset', ['-c', core, command, ...words]]
  const child = spawn(program, rest, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  child.on('exit', () => running.delete(child))
  return child
}

/** Runs a program to its end and answers what it printed. */
export const run = async (side: Side, command: string, words: readonly string[]): Promise<string> => {
  const child = start(side, command, words)
  const printed: Buffer[] = []
  child.stdout?.on('data', (bytes: Buffer) => printed.push(bytes))
  child.stderr?.on('data', (bytes: Buffer) => printed.push(bytes))
  const [code] = await once(child, 'close')
  const text = Buffer.concat(printed).toString()
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${text}`)
  return text
}

export const stopAll = async (): Promise<void> => {
  const ends = [...running].map((child) => once(child, 'exit'))
  for (const child of running) child.kill('SIGTERM')
  await Promise.all(ends)
}

/** Calls `ready` until it answers true; fails when the program ends or `seconds` pass before. */
export const waitUntilReady = async (
  name: string,
  child: ChildProcess,
  ready: () => Promise<boolean>,
  seconds = 60,
): Promise<void> => {
  const said: Buffer[] = []
  child.stdout?.on('data', (bytes: Buffer) => said.push(bytes))
  child.stderr?.on('data', (bytes: Buffer) => said.push(bytes))
  const deadline = performance.now() + seconds * 1000
  while (!(await ready().catch(() => false))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      throw new Error(`${name} did not start:\n${Buffer.concat(said).toString().slice(-2000)}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Linux counts processor time in hundredths of a second. */
const microsecondsPerTick = 10_000

/** Processor time of a process with all its threads, and of its children. */
export const processorMicroseconds = (pid: number): number =>
  familyOf(pid)
    .map((member) => {
      const fields = readFileSync(`/proc/${member}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
      return (Number(fields[11]) + Number(fields[12])) * microsecondsPerTick
    })
    .reduce((sum, part) => sum + part, 0)

export const memoryMegabytes = (pid: number): number => kibibytesOf(pid, /VmRSS:\s+(\d+)/) / 1024

/** The most that it was since it was called, at whatever moment: Linux keeps count of it. */
export const watchMemory = (pid: number): (() => number) => {
  for (const member of familyOf(pid)) writeFileSync(`/proc/${member}/clear_refs`, '5')
  return () => kibibytesOf(pid, /VmHWM:\s+(\d+)/) / 1024
}

const kibibytesOf = (pid: number, line: RegExp): number =>
  familyOf(pid)
    .map((member) => Number(line.exec(readFileSync(`/proc/${member}/status`, 'utf8'))?.[1] ?? 0))
    .reduce((sum, part) => sum + part, 0)

const familyOf = (pid: number): number[] => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return [pid, ...(children === '' ? [] : children.split(' ').map(Number))]
}
