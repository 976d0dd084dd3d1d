import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '#testing/local-service.ts'
import { findService, howToGet } from '#testing/services.ts'
import { startGateway } from './gateway.ts'
import { accepts, startPlainUpstream, startProxy } from './nginx.ts'
import { type Figures, measurePlainCalls, type Target } from './plain-calls.ts'
import { pinned, start, stopAll, waitUntilReady } from './processes.ts'
import { measureStreams } from './streamed-calls.ts'
import { renderTable } from './table.ts'

const rounds = 2
// Long enough for the compiler to be done: a gateway runs for weeks.
const warmUpSeconds = 12
const measuredSeconds = 5
const measuredWaves = 2

const print = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

const bench = async (nginx: string, wrk: string, folder: string): Promise<void> => {
  const [plain, streamed, proxyPort, gatewayPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ]
  await startPlainUpstream(nginx, join(folder, 'upstream'), plain)
  const streamUpstream = fileURLToPath(new URL('stream-upstream.ts', import.meta.url))
  const upstream = start('load', process.execPath, [streamUpstream, String(streamed)])
  await waitUntilReady('The streaming upstream', upstream, () => accepts(streamed))
  const proxyPid = await startProxy(nginx, join(folder, 'proxy'), proxyPort, { plain, streamed })
  const { pid, key } = await startGateway(join(folder, 'data'), gatewayPort, { upstreams: { plain, streamed } })
  const path = '/v1/chat/completions'
  const gateway = { name: 'gateway', pid, port: gatewayPort, plainPath: path, streamedPath: path, key }
  const proxy = { ...gateway, name: 'nginx', pid: proxyPid, port: proxyPort }
  const targets = [gateway, { ...proxy, plainPath: `/plain${path}`, streamedPath: `/streamed${path}` }]

  const calls = await measureAll(targets, (target, warmUp) =>
    measurePlainCalls(wrk, folder, target, warmUp ? warmUpSeconds : measuredSeconds),
  )
  const streams = await measureAll(targets, (target, warmUp) => measureStreams(target, warmUp ? 1 : measuredWaves))
  const where = `${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}`
  print(`Processor time per unit of work, all threads. ${where}, ${pinned ? 'pinned' : 'not pinned'}.\n`)
  print(
    renderTable([
      { path: 'call of 1 kB, charged', unit: 'call', ...calls },
      { path: '100 streams, charged', unit: 'event', ...streams },
    ]),
  )
}

/** Warms both up, then measures them in turns, so that a change of the machine's mood meets both. */
const measureAll = async (
  targets: readonly Target[],
  measure: (target: Target, warmUp: boolean) => Promise<Figures>,
): Promise<{ gateway: Figures; nginx: Figures }> => {
  for (const target of targets) await measure(target, true)
  const sums = new Map<string, Figures>()
  for (let round = 0; round < rounds; round += 1) {
    for (const target of targets) sums.set(target.name, add(sums.get(target.name), await measure(target, false)))
  }
  const nothing = { units: 0, seconds: 0, microseconds: 0, megabytes: 0 }
  return { gateway: sums.get('gateway') ?? nothing, nginx: sums.get('nginx') ?? nothing }
}

const add = (sum: Figures | undefined, more: Figures): Figures => ({
  units: (sum?.units ?? 0) + more.units,
  seconds: (sum?.seconds ?? 0) + more.seconds,
  microseconds: (sum?.microseconds ?? 0) + more.microseconds,
  megabytes: Math.max(sum?.megabytes ?? 0, more.megabytes),
})

const nginx = findService('nginx')
const wrk = findService('wrk')
if (process.platform !== 'linux') {
  print('The bench reads processor time from /proc, which only Linux has.')
  process.exitCode = 1
} else if (!nginx || !wrk) {
  for (const name of ['nginx', 'wrk'] as const) if (!findService(name)) print(howToGet(name))
  process.exitCode = 1
} else {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-'))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stopAll())
  try {
    await bench(nginx, wrk, folder)
  } finally {
    await stopAll()
    rmSync(folder, { recursive: true, force: true })
  }
}
