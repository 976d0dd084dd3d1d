import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { memoryMegabytes, processorMicroseconds, run } from './processes.ts'

export type Target = { name: string; pid: number; port: number; key: string }

export type Figures = { units: number; seconds: number; microseconds: number; megabytes: number }

const connections = 64

export type PlainCall = { path: string; body: string }

/** Calls as fast as the target answers, for some seconds; every answer must be a success. */
export const measurePlainCalls = async (
  wrk: string,
  folder: string,
  { name, pid, port, key }: Target,
  { path, body }: PlainCall,
  seconds: number,
): Promise<Figures> => {
  const script = join(folder, `${name}.lua`)
  writeFileSync(
    script,
    `wrk.method = 'POST'
wrk.headers['content-type'] = 'application/json'
wrk.headers['authorization'] = 'Bearer ${key}'
wrk.body = [==[${body}]==]`,
  )
  const before = processorMicroseconds(pid)
  const words = [
    '-t1',
    '--timeout',
    '20s',
    `-c${connections}`,
    `-d${seconds}s`,
    '-s',
    script,
    `http://127.0.0.1:${port}${path}`,
  ]
  const report = await run('load', wrk, words)
  const microseconds = processorMicroseconds(pid) - before
  const failure = /Non-2xx.*|Socket errors.*/.exec(report)?.[0]
  const [, requests, took] = /(\d+) requests in ([\d.]+)s/.exec(report) ?? []
  if (failure || Number(requests) === 0 || took === undefined) throw new Error(`${name}: ${failure ?? report}`)
  return { units: Number(requests), seconds: Number(took), microseconds, megabytes: memoryMegabytes(pid) }
}
