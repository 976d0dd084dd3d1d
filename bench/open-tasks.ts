import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { NewTask } from '#server/db/schema.ts'
import { systemClock } from '#server/lib/clock.ts'
import { startTestGateway, type TestGateway } from '#testing/gateway.ts'
import { freePort } from '#testing/local-service.ts'
import { addRelayChannel } from '#testing/relay-client.ts'
import { taskRow } from '#testing/rows.ts'
import { accepts } from './nginx.ts'
import { start, stopAll, waitUntilReady } from './processes.ts'

/** What looking after so many tasks costs of one core. */
const openTasks = 10_000
const warmUpSeconds = 30
/** All are looked at once in it. */
const measuredSeconds = 60
/** Of one core. */
const mostShare = 0.05

const print = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

const kinds = [
  { name: 'songs, asked about a hundred at once', platform: 'suno', action: 'MUSIC', type: 36, models: 'suno_music' },
  { name: 'films, asked about one by one', platform: 'openai-videos', action: 'VIDEO', type: 1, models: 'sora-2' },
] as const

const bench = async (): Promise<boolean> => {
  print(`${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}`)
  const port = await freePort()
  const script = fileURLToPath(new URL('task-upstream.ts', import.meta.url))
  const upstream = start('load', process.execPath, [script, String(port)])
  await waitUntilReady('The upstream', upstream, () => accepts(port))
  let holds = true
  for (const { name, platform, action, type, models } of kinds) {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-'))
    const place = { file: join(folder, 'sluice.sqlite'), url: undefined }
    const gateway = await startTestGateway({ place, clock: systemClock })
    const rest = await usedBy(gateway)
    const channel = { type, base_url: `http://127.0.0.1:${port}`, models }
    const channel_id = await addRelayChannel(await gateway.asRoot(), channel)
    await open(gateway, { platform, action, channel_id })
    await look(gateway, warmUpSeconds)
    const used = await usedBy(gateway)
    const share = used.all - rest.all
    const own = Math.min(share, used.own - rest.own)
    print(`${openTasks} ${name}: ${percent(share)} of one core, at most ${percent(mostShare)}`)
    print(`  asking and reading ${percent(own)}, database and the rest of the process ${percent(share - own)}`)
    holds &&= share <= mostShare
    await gateway.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return holds
}

/** All half an hour old, so that they are looked at as seldom as ever. */
const open = async ({ plane }: TestGateway, fields: Partial<NewTask>): Promise<void> => {
  const submit_time = Date.now() - 1_800_000
  for (let from = 0; from < openTasks; from += 1000) {
    const rows = Array.from({ length: 1000 }, () => taskRow({ ...fields, submit_time, is_open: 1 }))
    await plane.database.query.insertInto('tasks').values(rows).execute()
  }
}

/** As the job does it. */
const look = async (gateway: TestGateway, seconds: number): Promise<void> => {
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) {
    await gateway.pollTasks()
    await pause(1000)
  }
}

/** Shares of a core: of the whole process, and of the thread that asks upstreams and reads what they say. */
const usedBy = async (gateway: TestGateway): Promise<{ all: number; own: number }> => {
  const [before, ownBefore, begun] = [process.cpuUsage(), process.threadCpuUsage(), performance.now()]
  await look(gateway, measuredSeconds)
  const [all, own] = [process.cpuUsage(before), process.threadCpuUsage(ownBefore)]
  const elapsed = (performance.now() - begun) * 1000
  return { all: (all.user + all.system) / elapsed, own: (own.user + own.system) / elapsed }
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

try {
  if (!(await bench())) process.exitCode = 1
} finally {
  await stopAll()
}
