import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '#testing/local-service.ts'
import { findService, howToGet } from '#testing/services.ts'
import { measureAddedLatency } from './added-latency.ts'
import { type GatewayWish, startGateway } from './gateway.ts'
import { accepts, startPlainUpstream, startProxy } from './nginx.ts'
import { measureOpenStreams } from './open-streams.ts'
import { type Figures, measurePlainCalls, type PlainCall, type Target } from './plain-calls.ts'
import { joinLoad, memoryMegabytes, pinned, start, stopAll, waitUntilReady } from './processes.ts'
import {
  chatBody,
  eventSpacingMilliseconds,
  longChatBody,
  messagesBody,
  messagesModel,
  plainModel,
  slowModel,
  streamedModel,
} from './requests.ts'
import { measureBesideSlowReaders } from './slow-readers.ts'
import { measureStreams, type StreamedCall } from './streamed-calls.ts'
import { type Row, renderTable, renderVerdicts, type Verdict, verdictOf } from './table.ts'

const rounds = 3
// Long enough for the compiler to be done: a gateway runs for weeks.
const warmUpSeconds = 12
const warmUpWaves = 6
const measuredSeconds = 4
const measuredWaves = 2
const slowSpacingMilliseconds = 1000
const restSeconds = 180

/** What is promised. Ratios are to nginx in the same run. */
const most = {
  call: 6,
  passedEvent: 3,
  translatedEvent: 6,
  streamKilobytes: 40,
  megabytes: 400,
  megabytesAtRest: 150,
  p50: 1,
  p99: 8,
  beside: 1.2,
}
const openStreams = 2000
const slowReaders = 1000
const steadyRate = 300

const print = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

/** `unsearched`: a gateway that does not look through answers for words. */
type Bed = {
  gateway: Target
  unsearched: Target
  proxy: Target
  upstreams: { plain: number; streamed: number; slow: number }
}

const bench = async (nginx: string, wrk: string, folder: string): Promise<boolean> => {
  const bed = await prepare(nginx, folder)
  const where = `${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}`
  print(`Processor time per unit of work, all threads. ${where}, ${pinned ? 'pinned' : 'not pinned'}.\n`)
  joinLoad()
  const rows = [...(await measureCalls(bed, wrk, folder)), ...(await measureEvents(bed))]
  print(renderTable(rows))
  const verdicts = [
    ...rows.map(verdictOf),
    await latency(bed),
    await memoryAtRest(bed, folder),
    await memoryOfStreams(bed, folder),
    await others(bed),
    memory(rows),
  ]
  print(`\nPromised, and what came of it:\n\n${renderVerdicts(verdicts)}`)
  return verdicts.every(({ holds }) => holds)
}

const prepare = async (nginx: string, folder: string): Promise<Bed> => {
  const plain = await freePort()
  await startPlainUpstream(nginx, join(folder, 'upstream'), plain)
  const streamed = await startStreamUpstream(eventSpacingMilliseconds)
  const slow = await startStreamUpstream(slowSpacingMilliseconds)
  const upstreams = { plain, streamed, slow }
  const port = await freePort()
  const pid = await startProxy(nginx, join(folder, 'proxy'), port, upstreams)
  const gateway = await startTarget(folder, 'gateway', upstreams)
  const options = { CheckSensitiveOnCompletionEnabled: 'false' }
  const unsearched = await startTarget(folder, 'unsearched', upstreams, { options })
  return { gateway, unsearched, proxy: { name: 'nginx', pid, port, key: gateway.key }, upstreams }
}

const startStreamUpstream = async (spacingMilliseconds: number): Promise<number> => {
  const port = await freePort()
  const script = fileURLToPath(new URL('stream-upstream.ts', import.meta.url))
  const upstream = start('load', process.execPath, [script, String(port), String(spacingMilliseconds)])
  await waitUntilReady('The streaming upstream', upstream, () => accepts(port))
  return port
}

const startTarget = async (
  folder: string,
  name: string,
  upstreams: Bed['upstreams'],
  otherwise: Pick<GatewayWish, 'options'> = {},
): Promise<Target> => {
  const port = await freePort()
  const { pid, key } = await startGateway(join(folder, name), port, { upstreams, ...otherwise })
  return { name, pid, port, key }
}

const path = '/v1/chat/completions'
const shortCall: PlainCall = { path, body: chatBody(plainModel, false) }
const longCall: PlainCall = { path, body: longChatBody(plainModel) }
const passed: StreamedCall = { path, body: chatBody(streamedModel, true) }
const translatedForth: StreamedCall = { path, body: chatBody(messagesModel, true) }
const translatedBack: StreamedCall = { path: '/v1/messages', body: messagesBody(streamedModel) }

const measureCalls = async ({ gateway, proxy }: Bed, wrk: string, folder: string): Promise<Row[]> => {
  const measure = async ({ path, body }: PlainCall) => {
    const beside = (target: Target) => ({ path: target === proxy ? `/plain${path}` : path, body })
    return measureInTurns([proxy, gateway], (target, warmUp) =>
      measurePlainCalls(wrk, folder, target, beside(target), warmUp ? warmUpSeconds : measuredSeconds),
    )
  }
  const rowOf = (name: string, [nginx = nothing, ours = nothing]: readonly Figures[]): Row => ({
    path: name,
    unit: 'call',
    gateway: ours,
    nginx,
    most: most.call,
  })
  return [
    rowOf('call of 1 kB, charged', await measure(shortCall)),
    rowOf('call of 27 kB, charged', await measure(longCall)),
  ]
}

/** Each kind of event beside those that nginx passes on: it cannot translate. */
const measureEvents = async ({ gateway, unsearched, proxy }: Bed): Promise<Row[]> => {
  const kinds = [
    { target: proxy, call: { ...passed, path: `/streamed${path}` } },
    { target: gateway, call: passed },
    { target: unsearched, call: passed },
    { target: gateway, call: translatedForth },
    { target: gateway, call: translatedBack },
  ]
  const [nginx = nothing, ...ours] = await measureInTurns(kinds, ({ target, call }, warmUp) =>
    measureStreams(target, call, warmUp ? warmUpWaves : measuredWaves),
  )
  const names = [
    '100 streams, passed on',
    'the same, answers not searched',
    '100 streams, Anthropic to OpenAI',
    '100 streams, OpenAI to Anthropic',
  ]
  return ours.map((figures, index) => ({
    path: names[index] ?? '',
    unit: 'event',
    gateway: figures,
    nginx,
    most: index < 2 ? most.passedEvent : most.translatedEvent,
  }))
}

const nothing: Figures = { units: 0, seconds: 0, microseconds: 0, megabytes: 0 }

/** Warms each up, then measures them in turns, so that a change of the machine's mood meets all of them. */
const measureInTurns = async <Subject>(
  subjects: readonly Subject[],
  measure: (subject: Subject, warmUp: boolean) => Promise<Figures>,
): Promise<Figures[]> => {
  for (const subject of subjects) await measure(subject, true)
  let sums = subjects.map(() => nothing)
  for (let round = 0; round < rounds; round += 1) {
    const measured: Figures[] = []
    for (const subject of subjects) measured.push(await measure(subject, false))
    sums = sums.map((sum, index) => add(sum, measured[index] ?? nothing))
  }
  return sums
}

const add = (sum: Figures, more: Figures): Figures => ({
  units: sum.units + more.units,
  seconds: sum.seconds + more.seconds,
  microseconds: sum.microseconds + more.microseconds,
  megabytes: Math.max(sum.megabytes, more.megabytes),
})

const latency = async ({ gateway, upstreams }: Bed): Promise<Verdict> => {
  const added = await measureAddedLatency(gateway, upstreams.plain, steadyRate)
  return {
    name: `added at ${steadyRate} calls/s`,
    figure: `p50 ${added.p50.toFixed(2)} ms, at most ${most.p50}; p99 ${added.p99.toFixed(2)} ms, at most ${most.p99}`,
    holds: added.p50 <= most.p50 && added.p99 <= most.p99,
  }
}

/** Of a gateway that was started and has had nothing to do since: after two minutes V8 has given back what starting took. */
const memoryAtRest = async ({ upstreams }: Bed, folder: string): Promise<Verdict> => {
  const resting = await startTarget(folder, 'resting', upstreams)
  await pause(restSeconds * 1000)
  const megabytes = memoryMegabytes(resting.pid)
  return {
    name: 'memory at rest',
    figure: `${megabytes.toFixed(0)} MB, at most ${most.megabytesAtRest}`,
    holds: megabytes <= most.megabytesAtRest,
  }
}

/** On a gateway that has not done much yet: memory that other work took and gave back would hide what these take. */
const memoryOfStreams = async ({ upstreams }: Bed, folder: string): Promise<Verdict> => {
  const fresh = await startTarget(folder, 'fresh', upstreams)
  await measureStreams(fresh, passed, 2)
  const slowCall = { path, body: chatBody(slowModel, true) }
  const kilobytes = await measureOpenStreams(fresh, slowCall, openStreams)
  return {
    name: `${openStreams} open streams`,
    figure: `${kilobytes.toFixed(1)} kB each, at most ${most.streamKilobytes}; ${memoryMegabytes(fresh.pid).toFixed(0)} MB in all`,
    holds: kilobytes <= most.streamKilobytes,
  }
}

const others = async ({ gateway }: Bed): Promise<Verdict> => {
  const slowCall = { path, body: chatBody(slowModel, true) }
  const wish = { rate: steadyRate, readers: slowReaders }
  const { reading, slow } = await measureBesideSlowReaders(gateway, slowCall, wish)
  return {
    name: `calls beside ${slowReaders} slow readers`,
    figure: `p99 ${slow.toFixed(2)} ms, at most ${most.beside} times that beside as many who read, ${reading.toFixed(2)} ms`,
    holds: slow <= most.beside * reading,
  }
}

const memory = (rows: readonly Row[]): Verdict => {
  const megabytes = Math.max(...rows.map(({ gateway }) => gateway.megabytes))
  return {
    name: 'memory under load',
    figure: `${megabytes.toFixed(0)} MB, at most ${most.megabytes}`,
    holds: megabytes <= most.megabytes,
  }
}

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
    if (!(await bench(nginx, wrk, folder))) process.exitCode = 1
  } finally {
    await stopAll()
    rmSync(folder, { recursive: true, force: true })
  }
}
