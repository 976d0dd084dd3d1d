import { execFile } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { freePort, type LocalService, startService } from './local-service.ts'
import { recordingsFolder } from './recordings.ts'

/** An upstream that answers with the recorded exchange whose key stands in the model's name, cut into small pieces. */
export type Replay = LocalService & { url: string }

/** What the checker found about one exchange told in one dialect. */
export type Finding = z.output<typeof finding>

/** The dialects in which the checker asks. */
export type Inbound = (typeof inbounds)[number]

export const inbounds = [
  'openai-chat',
  'openai-responses',
  'anthropic-messages',
  'gemini',
  'embeddings',
  'rerank',
] as const

type Check = {
  gateway: string
  replay: string
  key: string
  inbound: Inbound | 'same'
  /** A short question, or the recorded one where the dialects agree. */
  mode: 'minimal' | 'recorded'
  /** What is done to every answer. */
  fault?: string
}

/** By the path it really has: under another it takes itself for imported, and does nothing. */
const tool = (name: string): string => realpathSync(join(recordingsFolder, '../tools', name))

const finding = z.object({
  id: z.string(),
  inbound: z.string(),
  pass: z.boolean(),
  aspects: z.record(z.string(), z.string()),
})

export const startReplay = async (): Promise<Replay> => {
  const port = await freePort()
  const service = await startService({
    command: process.execPath,
    parameters: [tool('replay.mjs'), '--dir', recordingsFolder, '--port', String(port)],
    ready: /fixtures on/,
    ending: 'SIGTERM',
  })
  return { ...service, url: `http://127.0.0.1:${port}` }
}

/** Runs the checker over every exchange it knows in that dialect. */
export const checkRecordings = async ({ gateway, replay, key, inbound, mode, fault }: Check): Promise<Finding[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-findings-'))
  const file = join(folder, 'findings')
  const parameters = ['--dir', recordingsFolder, '--base', gateway, '--replay', replay, '--key', key, '--out', file]
  const faulty = fault === undefined ? [] : ['--fault', fault]
  const wish = ['--inbound', inbound, '--mode', mode, '--concurrency', '8', ...faulty]
  try {
    await run([tool('check.mjs'), ...parameters, ...wish])
    const lines = (await readFile(file, 'utf8')).trim().split('\n')
    return lines.map((line) => finding.parse(JSON.parse(line)))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Its exit code says that something failed; what it was stands in the findings. */
const run = (parameters: readonly string[]): Promise<void> =>
  new Promise((resolve) => {
    execFile(process.execPath, parameters, { maxBuffer: 64 * 1024 * 1024 }, () => resolve())
  })
